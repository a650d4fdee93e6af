import type { LocalPlace } from './local-place.ts'

/** What a server and the process of its local chain tell each other. */
export type ToChain = { place: LocalPlace } | ({ id: number } & Call)
export type Call =
  | { request: [method: string, params: readonly unknown[]] }
  | { goTo: number }
  | { makeFinal: true }
  | { arrive: true }

export type FromChain = First | Answer
export type First =
  | { hosting: { seed: string; hasPast: boolean } }
  /** Another process runs the chain. */
  | { isTaken: true }
  | { refused: string; isExpected: boolean }
/** `error` as JSON-RPC has it, if there is a code. */
export type Answer = { id: number } & ({ result: unknown } | { error: CallError })
export type CallError = { message: string; code?: number; data?: unknown }
