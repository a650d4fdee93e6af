import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { StartError } from '../start-error.ts'
import { WITHOUT_TYPES } from '../thread.ts'
import { ChainTrouble, type Hex } from './chain.ts'
import type { Hosted } from './local-hosting.ts'
import type { Answer, Call, CallError, First, FromChain } from './local-messages.ts'
import type { LocalPlace } from './local-place.ts'

const PROGRAM = fileURLToPath(new URL('local-process.ts', import.meta.url))
const STOP_TIMEOUT_MS = 5000

/**
 * Runs the chain in a process of its own, unless another one does: its state takes hundreds of megabytes, and its work
 * would hold up requests. It ends with this process.
 */
export async function hostApart(place: LocalPlace): Promise<Hosted | undefined> {
  const child = fork(PROGRAM, { execArgv: ['--import', WITHOUT_TYPES], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const lost = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // It could not be started.
    child.once('error', () => resolve())
  })
  const { first, call } = talkTo(child)
  child.send({ place }, () => undefined)
  const said = await first
  if ('hosting' in said) {
    const { seed, hasPast } = said.hosting
    const past = {
      goTo: async (time: number) => void (await call({ goTo: time })),
      makeFinal: async () => void (await call({ makeFinal: true })),
      arrive: async () => void (await call({ arrive: true })),
    }
    return {
      request: (method, params) => call({ request: [method, params] }),
      seed: seed as Hex,
      past: hasPast ? past : undefined,
      lost,
      leave: () => end(child, lost),
    }
  }
  await end(child, lost)
  if ('refused' in said) throw said.isExpected ? new StartError(said.refused) : new Error(said.refused)
  return undefined
}

function talkTo(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const first = Promise.withResolvers<First>()
  let calls = 0
  child.on('message', (message: FromChain) => {
    if ('id' in message) settle(waiting.get(message.id), message)
    else first.resolve(message)
  })
  child.once('exit', () => {
    first.resolve({ refused: 'The process of the local chain has ended.', isExpected: false })
    for (const { reject } of waiting.values()) reject(unreachable())
  })
  child.once('error', ({ message }) => first.resolve({ refused: message, isExpected: false }))
  const call = async (what: Call): Promise<unknown> => {
    if (!child.connected) throw unreachable()
    const id = (calls += 1)
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    // If it cannot be sent, the process has ended, and all that wait are told.
    child.send({ id, ...what }, () => undefined)
    return answer.promise.finally(() => waiting.delete(id))
  }
  return { first: first.promise, call }
}

function settle(waiting: PromiseWithResolvers<unknown> | undefined, answer: Answer): void {
  if ('error' in answer) waiting?.reject(errorFrom(answer.error))
  else waiting?.resolve(answer.result)
}

const errorFrom = ({ message, ...facts }: CallError): Error => Object.assign(new Error(message), facts)

const unreachable = () => new ChainTrouble('unreachable', 'the local chain has stopped')

async function end(child: ChildProcess, lost: Promise<void>): Promise<void> {
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  if (child.connected) child.disconnect()
  await lost
  clearTimeout(force)
}
