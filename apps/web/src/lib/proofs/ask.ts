/** Sends one GET to our own API. Throws only if there is no answer at all. */
export type Ask = (path: string, access?: 'as member') => Promise<Answer>
export type Answer = { status: number; body: unknown }

/** No answer, or one that says nothing about the books. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** Throws if there is none. */
export async function dataFrom<Data>(answer: Promise<Answer>): Promise<Data> {
  const data = await maybeDataFrom<Data>(answer)
  if (data === undefined) throw new Unavailable('The server did not answer.')
  return data
}

/** Undefined if the server says that there is no such thing. */
export async function maybeDataFrom<Data>(answer: Promise<Answer>): Promise<Data | undefined> {
  const { status, body } = await answer
  if (status === 200) return (body as { data: Data }).data
  refuseForNow(status)
  return undefined
}

export async function textFrom(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer
  if (status !== 200) throw new Unavailable('The server did not answer.')
  return typeof body === 'string' ? body : ''
}

const SIGNED_OUT = new Set([401, 403, 429])

/** A refusal that says nothing about what was asked for. */
function refuseForNow(status: number): void {
  if (status >= 500 || SIGNED_OUT.has(status)) throw new Unavailable(`The server answered with ${status}.`)
}

const TIMEOUT_MS = 20_000

/** From the network, never from a cache. The session's token goes only where it is needed. */
export const askServer =
  (token: string, onAnswer: () => void): Ask =>
  async (path, access) => {
    try {
      const reply = await fetch(`/api${path}`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(access && { headers: { authorization: `Bearer ${token}` } }),
      })
      const text = await reply.text()
      onAnswer()
      const isJson = reply.headers.get('content-type')?.includes('json') ?? false
      return { status: reply.status, body: isJson ? JSON.parse(text) : text }
    } catch (problem) {
      throw new Unavailable('The server cannot be reached.', { cause: problem })
    }
  }
