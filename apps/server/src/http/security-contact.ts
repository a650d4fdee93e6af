import type { FastifyInstance } from 'fastify'

const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000
/** Less than a year, as RFC 9116 asks. A copy that was kept longer says so itself. */
const VALID_DAYS = 180

/** Where to report a weakness (RFC 9116). It never expires while a server runs. */
export function serveSecurityContact(
  app: FastifyInstance,
  { securityContact, publicUrl }: { securityContact: string; publicUrl: string },
): void {
  app.get(PATH, { schema: { hide: true } }, (_, reply) => {
    const today = Math.floor(Date.now() / DAY_MS)
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${PATH}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
