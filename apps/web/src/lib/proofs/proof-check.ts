import type { FromWorker, Owner, ToWorker } from './proof-worker.ts'
import type { Checked, CheckResult } from './result.ts'
import type { ShownLine } from './shown-lines.ts'

/** Of this page, for all screens that show it. */
export type CheckState = {
  isRunning: boolean
  /** Replies that have come so far. */
  answers: number
  result: CheckResult | null
  /** An earlier failure, if its evidence was not removed. */
  failure: Checked | null
  /** The worker itself did not work. */
  isBroken: boolean
}

export type CheckOrder = { owner: Owner; token: string; shown: readonly ShownLine[] }

const START: CheckState = { isRunning: false, answers: 0, result: null, failure: null, isBroken: false }
let state = START
const listeners = new Set<() => void>()

export const proofCheck = {
  read: (): CheckState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** One at a time: whoever asks meanwhile gets that one's result. */
  start(order: CheckOrder): void {
    if (state.isRunning) return
    set({ ...state, isRunning: true, answers: 0, isBroken: false })
    send({ do: 'check', ...order })
  },
  findFailure(owner: Owner): void {
    send({ do: 'find failure', owner })
  },
  dropFailure(owner: Owner): void {
    // The check that runs has read it, and would keep it again.
    if (state.isRunning) return
    set({ ...state, failure: null })
    send({ do: 'drop failure', owner })
  },
  beginAnew(order: CheckOrder): void {
    if (state.isRunning) return
    set({ ...START, isRunning: true })
    send({ do: 'begin anew', owner: order.owner }, () => send({ do: 'check', ...order }))
  },
  forget(): void {
    for (const worker of workers) worker.terminate()
    workers.clear()
    set(START)
  },
}

const workers = new Set<Worker>()

/** A worker for each order: it ends with it. */
function send(message: ToWorker, then?: () => void): void {
  const worker = new Worker(new URL('proof-worker.ts', import.meta.url), { type: 'module' })
  workers.add(worker)
  const end = () => {
    worker.terminate()
    workers.delete(worker)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('answers' in data) return set({ ...state, answers: data.answers })
    if ('earlier' in data) return set({ ...state, failure: data.earlier ?? state.failure })
    end()
    if ('result' in data) set({ ...state, isRunning: false, ...data })
    then?.()
  })
  for (const trouble of ['error', 'messageerror'])
    worker.addEventListener(trouble, () => {
      end()
      set({ ...state, isRunning: false, isBroken: true })
    })
  worker.postMessage(message, [])
}

function set(next: CheckState): void {
  state = next
  for (const listener of listeners) listener()
}
