import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { createServer, type TLSSocket } from 'node:tls'
import { Refusal } from '@trefoil/core/refusal'
import { Unanswered } from '../../db/away.ts'
import type { Ledger } from '../batch.ts'
import type { AnyOrder, LedgerOperation } from '../operation.ts'
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
  type Told,
} from './messages.ts'

/** Those that may be forwarded, by name: their orders and replies are plain data. */
export type Operations = Readonly<Record<string, LedgerOperation<AnyOrder, object, unknown>>>

/** `leave`: what was taken is answered first. */
type Listener = { readonly port: number; leave(): Promise<void> }

const LEAVING_MS = 5000
const HANDSHAKE_MS = 3000

type Terms = {
  host: string
  secret: Buffer
  version: number
  /** The last journal that was acknowledged to this process. */
  acknowledged?: () => Tail | undefined
  /** Whether orders could be posted, as known without waiting: a sign of life must not be late. */
  isPosting?: () => boolean
}

/** Posts what other processes forward, beside this one's own orders. */
export async function takeOrders(
  ledger: Ledger,
  operations: Operations,
  { host, secret, version, acknowledged = () => undefined, isPosting = () => true }: Terms,
): Promise<Listener> {
  /** Also those that have not shown yet that they know the secret. */
  const connected = new Set<Socket>()
  const followers = new Set<TLSSocket>()
  let isLeaving = false
  const named = new Map(Object.entries(operations))
  const server = createServer({
    ...SUITE,
    handshakeTimeout: HANDSHAKE_MS,
    pskCallback: (_, identity) => (identity === identityOf(version) ? secret : null),
  })
  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.on('close', () => connected.delete(socket))
  })
  server.on('secureConnection', (socket) => {
    followers.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => followers.delete(socket))
    // The other process has gone. It learns from the database what became of its orders.
    socket.on('error', () => {})
    const answers = new Outgoing<Told>(socket, () => {
      const tail = acknowledged()
      return tail ? [[ACKNOWLEDGED, tail]] : []
    })
    receive<Forwarded>(socket, (orders) => {
      if (orders === LEAVING) return
      if (orders.length === 0) send<Told>(socket, [[POSTING, isPosting()]])
      for (const [number, name, order] of orders)
        void post(ledger, named.get(name), order).then((answer) => answers.add([number, answer]))
    })
    if (isLeaving) send(socket, LEAVING)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async leave() {
      const closed = once(server, 'close')
      server.close()
      isLeaving = true
      for (const socket of followers) send(socket, LEAVING)
      // The others end their connections once they have every answer.
      const late = setTimeout(() => {
        for (const socket of connected) socket.destroy()
      }, LEAVING_MS)
      await closed
      clearTimeout(late)
    },
  }
}

async function post(ledger: Ledger, operation: Operations[string] | undefined, order: object): Promise<Answer> {
  if (!operation) return { fault: 'This process knows no such operation' }
  try {
    return { reply: await ledger.post(operation, order) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { fault: (error as Error).message }
    const { code, message, detail } = error
    return {
      refused: { code, message, ...(detail && { detail }), ...(error instanceof Unanswered && { isUnanswered: true }) },
    }
  }
}
