import { ChainTrouble } from './chain.ts'

export type Provider = {
  /** Host only: the rest of the URL may contain a key. */
  name: string
  request: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** The provider understood the request and refused it. */
export class RpcRefusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Distinguishes a revert from a busy provider. Code 3 means revert, but not all providers use it. */
export const isRevert = ({ code, message }: RpcRefusal): boolean =>
  code === 3 || /revert|exceeds balance|paused/i.test(message)

/** A chain inside this process, with the same kinds of errors as a remote one. */
export const insideProvider = (name: string, request: Provider['request']): Provider => ({
  name,
  async request(method, params) {
    try {
      return await request(method, params)
    } catch (error) {
      throw typeof (error as { code?: unknown }).code === 'number' ? refusalOf(error) : error
    }
  },
})

const TIMEOUT_MS = 10_000
/** Ten thousand logs take about seven megabytes. */
const REPLY_BYTES_MAX = 64 * 1024 * 1024
const MESSAGE_CHARACTERS_MAX = 300

/** JSON-RPC over HTTP, with limits on time and reply size. */
export function httpProvider(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Provider {
  const name = URL.parse(url)?.host ?? 'provider'
  let id = 0
  return {
    name,
    async request(method, params) {
      id += 1
      const reply = await post(url, { name, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }), timeoutMs })
      if (typeof reply !== 'object' || reply === null) throw new ChainTrouble('malformed', `${name} answers nonsense`)
      if ('error' in reply && reply.error) throw refusalOf(reply.error)
      if (!('result' in reply)) throw new ChainTrouble('malformed', `${name} answers without a result`)
      return reply.result
    },
  }
}

async function post(url: string, { name, body, timeoutMs }: { name: string; body: string; timeoutMs: number }) {
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    text = await readBounded(response, name)
    if (!response.ok && !text.startsWith('{')) throw new Error(`status ${response.status}`)
  } catch (error) {
    if (error instanceof ChainTrouble) throw error
    throw new ChainTrouble('unreachable', `${name} does not answer (${reasonOf(error)})`, { cause: error })
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ChainTrouble('malformed', `${name} answers something that is not JSON`)
  }
}

async function readBounded(response: Response, name: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > REPLY_BYTES_MAX) throw new ChainTrouble('range', `${name} answers more than ${REPLY_BYTES_MAX} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refusalOf(error: unknown): RpcRefusal {
  const { code, message, data } = (typeof error === 'object' ? error : {}) as Record<string, unknown>
  return new RpcRefusal({
    code: typeof code === 'number' ? code : 0,
    message: (typeof message === 'string' ? message : 'refused').slice(0, MESSAGE_CHARACTERS_MAX),
    data,
  })
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'time-out'
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? (error as Error).message
}
