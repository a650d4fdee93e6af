import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcServer = { url: string; port: number; close: () => Promise<void> }
type Handler = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Thrown by a handler: cuts the connection without an answer. */
export class HangUp extends Error {}

const BODY_BYTES_MAX = 1024 * 1024
const BATCH_MAX = 100

/** JSON-RPC on a loopback port. */
export async function serveRpc(handle: Handler, { port = 0 }: { port?: number } = {}): Promise<RpcServer> {
  const server = createServer((request, response) => {
    answer(request).then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      () => request.socket.destroy(),
    )
  })

  async function answer(request: IncomingMessage): Promise<string> {
    // Keeps web pages on this machine out: this content type makes a browser ask with OPTIONS first.
    if (request.method !== 'POST' || !request.headers['content-type']?.includes('application/json')) throw new HangUp()
    const body = JSON.parse(await bodyOf(request)) as unknown
    if (!Array.isArray(body)) return JSON.stringify(await reply(body))
    if (body.length > BATCH_MAX) throw new HangUp()
    return JSON.stringify(await Promise.all(body.map(reply)))
  }

  async function reply(call: unknown): Promise<object> {
    const { id = null, method, params } = (call ?? {}) as Record<string, unknown>
    try {
      if (typeof method !== 'string') throw new Error('no method')
      const result = await handle(method, Array.isArray(params) ? params : [])
      return { jsonrpc: '2.0', id, result: result ?? null }
    } catch (error) {
      if (error instanceof HangUp) throw error
      const { code = -32603, message, data } = error as { code?: unknown; message: string; data?: unknown }
      return { jsonrpc: '2.0', id, error: { code: typeof code === 'number' ? code : -32603, message, data } }
    }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > BODY_BYTES_MAX) throw new HangUp()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
