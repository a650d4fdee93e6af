import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answers, Asked } from './simulator-worker.ts'

type State = { answers?: Answers; isRunning: boolean; hasFailed: boolean }

/** One worker at a time: a new question ends the one before. */
export function useSimulation(): State & { ask: (asked: Asked) => void } {
  const worker = useRef<Worker>(null)
  const [state, setState] = useState<State>({ isRunning: false, hasFailed: false })
  const end = () => {
    worker.current?.terminate()
    worker.current = null
  }
  useEffect(() => end, [])
  const ask = useCallback((asked: Asked) => {
    end()
    setState((before) => ({ ...before, isRunning: true, hasFailed: false }))
    const next = new Worker(new URL('simulator-worker.ts', import.meta.url), { type: 'module' })
    next.addEventListener('message', ({ data }: MessageEvent<Answers>) => {
      setState({ answers: data, isRunning: false, hasFailed: false })
      end()
    })
    next.addEventListener('error', () => {
      setState({ isRunning: false, hasFailed: true })
      end()
    })
    worker.current = next
    next.postMessage(asked)
  }, [])
  return { ...state, ask }
}
