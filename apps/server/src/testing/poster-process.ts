import { fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { Funded } from './money.ts'
import { programFile } from './programs.ts'

/** A transfer, or without a recipient a donation. */
export type Order = { from: Funded; to?: Funded; dollars: number; key: string }

export type Asked = { number: number; order: Order }
/** Neither reference nor failure: the order was refused. */
export type Answered = { number: number; reference?: string; failure?: string }

/** A poster in a process of its own, as a second server has one. Answers with the reference of what was not refused. */
export function startPoster(databaseUrl: string): (order: Order) => Promise<string | undefined> {
  const child = fork(programFile('poster-child'), [databaseUrl])
  onTestFinished(async () => {
    const exit = once(child, 'exit')
    child.disconnect()
    await exit
  })
  const waiting = new Map<number, (answered: Answered) => void>()
  child.on('message', (answered: Answered) => {
    waiting.get(answered.number)?.(answered)
    waiting.delete(answered.number)
  })
  child.on('exit', () => {
    for (const [number, end] of waiting) end({ number, failure: 'The poster is gone' })
  })
  let asked = 0
  return async (order) => {
    const number = asked++
    const answered = new Promise<Answered>((resolve) => waiting.set(number, resolve))
    child.send({ number, order } satisfies Asked)
    const { reference, failure } = await answered
    if (failure !== undefined) throw new Error(failure)
    return reference
  }
}
