import { connect, type TLSSocket } from 'node:tls'
import { Refusal, type RefusalCode } from '@trefoil/core/refusal'
import { busy } from '../busy.ts'
import type { Endpoint } from './endpoint.ts'
import {
  IDENTITY,
  LEAVING,
  Outgoing,
  receive,
  send,
  SUITE,
  type Answer,
  type Answered,
  type Forwarded,
  type Message,
} from './messages.ts'

/** Without a sign of life for so long, the poster counts as gone. It is asked for one twice as often. */
const SILENCE_MS = 3000

type Pending = { resolve(reply: object): void; reject(reason: unknown): void }

/** A connection to the process that posts for all. */
export class PosterLink {
  readonly #socket: TLSSocket
  readonly #outgoing: Outgoing<Forwarded>
  readonly #pending = new Map<number, Pending>()
  readonly #watch: NodeJS.Timeout
  readonly closed: Promise<void>
  #heardAt = performance.now()
  #last = 0
  #isUp = false
  #isLeaving = false

  constructor({ host, port, secret }: Endpoint) {
    const pskCallback = () => ({ psk: secret, identity: IDENTITY })
    // There is no certificate: who has the secret is right.
    const checkServerIdentity = () => undefined
    this.#socket = connect({ ...SUITE, host, port, pskCallback, checkServerIdentity })
    this.#outgoing = new Outgoing(this.#socket)
    this.#socket.setNoDelay(true)
    this.#socket.once('secureConnect', () => {
      this.#isUp = true
      this.#heardAt = performance.now()
    })
    receive<Answered>(this.#socket, (answers) => this.#hear(answers))
    this.#socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.#end()
        resolve()
      })
    })
    this.#watch = setInterval(() => this.#look(), SILENCE_MS / 2)
  }

  get isUp(): boolean {
    return this.#isUp
  }

  post(operation: string, order: object): Promise<object> {
    return new Promise((resolve, reject) => {
      const number = ++this.#last
      this.#pending.set(number, { resolve, reject })
      this.#outgoing.add([number, operation, order])
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(answers: Message<Answered>): void {
    this.#heardAt = performance.now()
    if (answers === LEAVING) {
      this.#isUp = false
      this.#isLeaving = true
    } else this.#settle(answers)
    if (this.#isLeaving && this.#pending.size === 0) this.#socket.end()
  }

  #settle(answers: readonly Answered[]): void {
    for (const [number, answer] of answers) {
      const pending = this.#pending.get(number)
      this.#pending.delete(number)
      if (!pending) continue
      if ('reply' in answer) pending.resolve(answer.reply)
      else pending.reject(errorFrom(answer))
    }
  }

  #look(): void {
    if (performance.now() - this.#heardAt > SILENCE_MS) this.#socket.destroy()
    else if (this.#isUp) send(this.#socket, [])
  }

  /** What was not answered may have been posted: sending the same key again finds out. */
  #end(): void {
    this.#isUp = false
    clearInterval(this.#watch)
    for (const pending of this.#pending.values()) pending.reject(busy())
    this.#pending.clear()
  }
}

const errorFrom = (answer: Exclude<Answer, { reply: object }>): Error =>
  'fault' in answer ? new Error(answer.fault) : new Refusal(answer.refused.code as RefusalCode, answer.refused.message)
