import { deserialize, serialize } from 'node:v8'
import type { TLSSocket } from 'node:tls'
import type { RefusalDetail } from '@trefoil/core/refusal-detail'
import type { Tail } from '../tail-guard.ts'

/**
 * Between processes of one installation. Who knows the secret may post orders: it is new with each poster, and only the
 * database tells it. The same cipher suite encrypts and authenticates both sides.
 */
export const SECRET_BYTES = 32
/** Processes of another version of the program are strangers: an order may mean something else to them. */
export const identityOf = (version: number): string => `trefoil ${version}`
export const SUITE = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const

/** An order, with the name of its operation and a number for its answer. */
export type Forwarded = readonly [number: number, operation: string, order: object]
/** Refused: with code and sentence, or with the sentence of a fault. `isUnanswered`: by the database. */
export type Answered = readonly [number: number, outcome: Answer]
/** The last journal that the database has acknowledged to the poster, in front of the answers that rest on it. */
export type Told = Answered | readonly [typeof ACKNOWLEDGED, Tail] | readonly [typeof POSTING, boolean]
export const ACKNOWLEDGED = 'acknowledged'
/** With each sign of life: whether orders could be posted. */
export const POSTING = 'posting'
export type Answer = { reply: object } | { refused: Refused } | { fault: string }
type Refused = { code: string; message: string; detail?: RefusalDetail; isUnanswered?: true }

/** To the poster: orders. Back: answers. An empty one only asks for a sign of life. */
export type Message<Item> = readonly Item[] | typeof LEAVING
/** From the poster, before it stops: what it has is answered, and nothing more should come. */
export const LEAVING = 'leaving'

const LENGTH_BYTES = 4
/** 4096 orders, which is as many as may wait, are well below it. */
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024

export function send<Item>(socket: TLSSocket, message: Message<Item>): void {
  const body = serialize(message)
  const whole = Buffer.allocUnsafe(LENGTH_BYTES + body.length)
  whole.writeUInt32BE(body.length)
  body.copy(whole, LENGTH_BYTES)
  socket.write(whole)
}

/** A message that is too long, or is none, ends the connection. */
export function receive<Item>(socket: TLSSocket, take: (message: Message<Item>) => void): void {
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (part: Buffer) => {
    pending = pending.length > 0 ? Buffer.concat([pending, part]) : part
    try {
      while (pending.length >= LENGTH_BYTES) {
        const end = LENGTH_BYTES + pending.readUInt32BE()
        if (end > MESSAGE_BYTES_MAX) throw new Error('A forwarded message is too long')
        if (pending.length < end) return
        const body = pending.subarray(LENGTH_BYTES, end)
        pending = pending.subarray(end)
        take(deserialize(body) as Message<Item>)
      }
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
}

/** Collects what is sent within one turn of the event loop, so that it goes as one message. */
export class Outgoing<Item> {
  readonly #socket: TLSSocket
  readonly #first: () => readonly Item[]
  #items: Item[] = []

  /** `first`: what goes in front of the others. */
  constructor(socket: TLSSocket, first: () => readonly Item[] = () => []) {
    this.#socket = socket
    this.#first = first
  }

  add(item: Item): void {
    this.#items.push(item)
    if (this.#items.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const items = [...this.#first(), ...this.#items]
    this.#items = []
    if (!this.#socket.destroyed) send(this.#socket, items)
  }
}
