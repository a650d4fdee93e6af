import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answers, Asked } from './simulator-worker.ts'

type State = { answers?: Answers; isRunning: boolean; hasFailed: boolean }

/** Begins with the first question. One worker at a time: a new question ends the one before. */
export function useSimulation(first: Asked): State & { ask: (asked: Asked) => void } {
  const worker = useRef<Worker>(null)
  const [state, setState] = useState<State>({ isRunning: true, hasFailed: false })
  const [start] = useState(first)
  const end = useCallback(() => {
    worker.current?.terminate()
    worker.current = null
  }, [])
  const ask = useCallback(
    (asked: Asked) => {
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
      next.postMessage(asked, [])
    },
    [end],
  )
  useEffect(() => {
    ask(start)
    return end
  }, [ask, end, start])
  return { ...state, ask }
}
