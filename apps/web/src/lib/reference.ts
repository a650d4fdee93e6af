import type { reportError } from '@trefoil/contract/health'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'

const MESSAGE_LENGTH_MAX = 500
const SCREEN_LENGTH_MAX = 200

let reported: Promise<string | null> = Promise.resolve(null)

/** Writes a crash of this browser into the server's log. */
export function reportCrash(problem: unknown): void {
  const { pathname } = window.location
  reported = send({
    message: String(problem).slice(0, MESSAGE_LENGTH_MAX),
    // A reset link carries its token in the address.
    screen: pathname.replace(/^(\/reset-password\/).*/, '$1…').slice(0, SCREEN_LENGTH_MAX),
  })
}

/** The id under which support finds the latest crash in the log; null when the server is unreachable. */
export const findReference = (): Promise<string | null> => reported

async function send(body: BodyOf<typeof reportError>): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch('/api/client-errors', { method: 'POST', headers, body: JSON.stringify(body) })
    return reply.ok ? ((await reply.json()) as ReplyOf<typeof reportError>).reference : null
  } catch {
    return null
  }
}
