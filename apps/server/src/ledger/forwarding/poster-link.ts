import { connect, type TLSSocket } from 'node:tls'
import { Refusal, type RefusalCode } from '@trefoil/core/refusal'
import { Unanswered } from '../../db/away.ts'
import type { Endpoint } from './endpoint.ts'
import type { Tail } from '../tail-guard.ts'
import {
  ACKNOWLEDGED,
  identityOf,
  LEAVING,
  Outgoing,
  POSTING,
  receive,
  send,
  SUITE,
  type Answer,
  type Forwarded,
  type Message,
  type Told,
} from './messages.ts'

/**
 * So often the poster is asked for a sign of life, and after so many questions in vain it counts as gone. Questions are
 * counted rather than the time: if this process was busy or paused, the answers may be here and not read yet.
 */
const ASK_MS = 1500
const ASKED_MAX = 2

type Pending = { resolve(reply: object): void; reject(reason: unknown): void }

/** A connection to the process that posts for all. */
export class PosterLink {
  readonly #socket: TLSSocket
  readonly #outgoing: Outgoing<Forwarded>
  readonly #pending = new Map<number, Pending>()
  readonly #watch: NodeJS.Timeout
  readonly #onAcknowledged: (tail: Tail) => void
  readonly closed: Promise<void>
  /** Since anything was heard. */
  #asked = 0
  #last = 0
  #isUp = false
  #isPosting = true
  #isLeaving = false

  /** `onAcknowledged`: hears of the last journal that was acknowledged to the poster. */
  constructor({ host, port, secret }: Endpoint, version: number, onAcknowledged: (tail: Tail) => void = () => {}) {
    this.#onAcknowledged = onAcknowledged
    const pskCallback = () => ({ psk: secret, identity: identityOf(version) })
    // There is no certificate: who has the secret is right.
    const checkServerIdentity = () => undefined
    this.#socket = connect({ ...SUITE, host, port, pskCallback, checkServerIdentity })
    this.#outgoing = new Outgoing(this.#socket)
    this.#socket.setNoDelay(true)
    this.#socket.once('secureConnect', () => {
      this.#isUp = true
      this.#asked = 0
    })
    receive<Told>(this.#socket, (answers) => this.#hear(answers))
    this.#socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.#end()
        resolve()
      })
    })
    this.#watch = setInterval(() => this.#ask(), ASK_MS)
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Whether the poster could post, by its last sign of life. */
  get isPosting(): boolean {
    return this.#isPosting
  }

  post(operation: string, order: object): Promise<object> {
    return new Promise((resolve, reject) => {
      const number = ++this.#last
      this.#pending.set(number, { resolve, reject })
      this.#outgoing.add([number, operation, order])
    })
  }

  /** Takes no more orders, and ends once those that were taken have their answers. */
  leave(): void {
    this.#isUp = false
    this.#isLeaving = true
    if (this.#pending.size === 0) this.#socket.destroy()
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(answers: Message<Told>): void {
    this.#asked = 0
    if (answers !== LEAVING) this.#settle(answers)
    if (answers === LEAVING || this.#isLeaving) this.leave()
  }

  #settle(answers: readonly Told[]): void {
    for (const told of answers) {
      if (told[0] === ACKNOWLEDGED) {
        this.#onAcknowledged(told[1])
        continue
      }
      if (told[0] === POSTING) {
        this.#isPosting = told[1]
        continue
      }
      const [number, answer] = told
      const pending = this.#pending.get(number)
      this.#pending.delete(number)
      if (!pending) continue
      if ('reply' in answer) pending.resolve(answer.reply)
      else pending.reject(errorFrom(answer))
    }
  }

  #ask(): void {
    if (this.#asked === ASKED_MAX) {
      this.#socket.destroy()
      return
    }
    this.#asked += 1
    if (this.#isUp) send(this.#socket, [])
  }

  #end(): void {
    this.#isUp = false
    clearInterval(this.#watch)
    for (const pending of this.#pending.values()) pending.reject(new Unanswered())
    this.#pending.clear()
  }
}

function errorFrom(answer: Exclude<Answer, { reply: object }>): Error {
  if ('fault' in answer) return new Error(answer.fault)
  const { code, message, detail, isUnanswered } = answer.refused
  return isUnanswered ? new Unanswered() : new Refusal(code as RefusalCode, message, detail)
}
