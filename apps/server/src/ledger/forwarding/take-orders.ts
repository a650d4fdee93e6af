import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createServer, type TLSSocket } from 'node:tls'
import { Refusal } from '@trefoil/core/refusal'
import type { Ledger } from '../batch.ts'
import type { AnyOrder, LedgerOperation } from '../operation.ts'
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
} from './messages.ts'

/** Those that may be forwarded, by name: their orders and replies are plain data. */
export type Operations = Readonly<Record<string, LedgerOperation<AnyOrder, object, unknown>>>

/** `leave`: what was taken is answered first. */
type Door = { readonly port: number; leave(): Promise<void> }

const LEAVING_MS = 5000

/** Posts what other processes forward, beside this one's own orders. */
export async function takeOrders(
  ledger: Ledger,
  operations: Operations,
  { host, secret }: { host: string; secret: Buffer },
): Promise<Door> {
  const open = new Set<TLSSocket>()
  const named = new Map(Object.entries(operations))
  const server = createServer({ ...SUITE, pskCallback: (_, identity) => (identity === IDENTITY ? secret : null) })
  server.on('secureConnection', (socket) => {
    open.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => open.delete(socket))
    // The other process has gone. It learns from the database what became of its orders.
    socket.on('error', () => {})
    const answers = new Outgoing<Answered>(socket)
    receive<Forwarded>(socket, (orders) => {
      if (orders === LEAVING) return
      if (orders.length === 0) send(socket, [])
      for (const [number, name, order] of orders)
        void post(ledger, named.get(name), order).then((answer) => answers.add([number, answer]))
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async leave() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) send(socket, LEAVING)
      // The others end their connections once they have every answer.
      const late = setTimeout(() => {
        for (const socket of open) socket.destroy()
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
    if (error instanceof Refusal) return { refused: { code: error.code, message: error.message } }
    return { fault: (error as Error).message }
  }
}
