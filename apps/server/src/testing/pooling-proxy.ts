import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'

const CONNECTIONS = 2
const LENGTH_BYTES = 4
const READY = 'Z'
const GOODBYE = 'X'
const IDLE = 'I'

/** Of the protocol's messages: a letter, unless it is the first one, and a length that counts itself. */
type Message = { letter: string; bytes: Buffer }
type Server = { socket: Socket; client: Socket | undefined }

/**
 * Between servers and a database, as PgBouncer is when it pools by transaction: each transaction gets the connection that
 * became free last, whoever used it before. `config` is what these have. Returns the same URL, through it.
 */
export async function startPoolingProxy(url: string, config: pg.ClientConfig): Promise<string> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(config).on('error', () => {}))
  await Promise.all(clients.map((client) => client.connect()))
  const free = clients.map((client) => takeOver(client.connection.stream as Socket))
  const waiting: (() => void)[] = []

  function takeOver(socket: Socket): Server {
    const server: Server = { socket, client: undefined }
    socket.removeAllListeners('data')
    const read = messagesOf(({ letter, bytes }) => {
      server.client?.write(bytes)
      if (letter !== READY || String.fromCharCode(bytes.at(-1) ?? 0) !== IDLE) return
      server.client = undefined
      free.push(server)
      waiting.shift()?.()
    })
    socket.on('data', read)
    return server
  }

  const proxy = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write(
        Buffer.concat([message('R', [0, 0, 0, 0]), message('K', [0, 0, 0, 7, 0, 0, 0, 7]), message(READY, [73])]),
      )
      let server: Server | undefined
      const held: Buffer[] = []
      const forward = () => {
        if (server?.client !== client) server = free.pop()
        if (!server) {
          waiting.push(forward)
          return
        }
        server.client = client
        for (const bytes of held.splice(0)) server.socket.write(bytes)
      }
      client.on(
        'data',
        messagesOf(({ letter, bytes }) => {
          if (letter === GOODBYE) client.end()
          else held.push(bytes)
          if (held.length === 1) forward()
        }),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    for (const client of clients) client.connection.stream.destroy()
  })
  const { port } = proxy.address() as AddressInfo
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
}

const message = (letter: string, body: number[]): Buffer => {
  const bytes = Buffer.alloc(1 + LENGTH_BYTES + body.length, letter)
  bytes.writeUInt32BE(LENGTH_BYTES + body.length, 1)
  bytes.set(body, 1 + LENGTH_BYTES)
  return bytes
}

function messagesOf(take: (message: Message) => void): (part: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  return (part) => {
    pending = Buffer.concat([pending, part])
    while (pending.length > LENGTH_BYTES) {
      const end = 1 + pending.readUInt32BE(1)
      if (pending.length < end) return
      take({ letter: String.fromCharCode(pending[0] ?? 0), bytes: pending.subarray(0, end) })
      pending = pending.subarray(end)
    }
  }
}
