import { createServer, type RequestListener, type Server } from 'node:http'
import { StartError } from '../start-error.ts'

export type FrontDoor = {
  port: number
  /** From now on the application answers requests. */
  open(application: RequestListener): void
  close: () => Promise<void>
}

/** Requests not fully received by then are dropped. */
export const REQUEST_TIMEOUT_MS = 30_000
const LOOK_EVERY_MS_MAX = 5000
/** Longer than proxies keep an idle connection, usually a minute: who closes first must not be us, under a request. */
const KEEP_ALIVE_MS = 75_000

type Door = { host: string; port: number; requestTimeoutMs?: number }

/**
 * Binds the port before anything else, so that a port in use is noticed at once. Replies that the server is starting
 * until `open` is called.
 */
export async function buildFrontDoor({ host, port, requestTimeoutMs = REQUEST_TIMEOUT_MS }: Door): Promise<FrontDoor> {
  let listener: RequestListener = answerStarting
  const patience = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS_MAX, requestTimeoutMs),
  }
  const server = createServer(patience, (request, response) => listener(request, response))
  await listen(server, { host, port })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    open(application) {
      listener = application
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeIdleConnections()
        // Requests under way get a moment to finish.
        setTimeout(() => server.closeAllConnections(), 5000).unref()
      }),
  }
}

const listen = (server: Server, at: { host: string; port: number }): Promise<void> =>
  new Promise((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(portProblem(error, at)))
    server.listen(at.port, at.host, () => listening())
  })

function portProblem(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): StartError {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use: stop what runs there, or choose another with PORT.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has: choose another with PORT.`)
  return new StartError(`Cannot listen on ${host}:${port} (${error.code}): check HOST and PORT.`)
}

const answerStarting: RequestListener = (request, response) => {
  const alive = request.url === '/api/health'
  const sentence = 'Trefoil is starting. Please try again in a moment.'
  const body = alive
    ? { success: true, message: 'Starting', parts: {} }
    : { success: false, code: 'starting', error: sentence, message: sentence }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '1' }
  response.writeHead(alive ? 200 : 503, headers)
  response.end(JSON.stringify(body))
}
