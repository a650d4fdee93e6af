import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { compressLarge } from './compress.ts'

const FILE = fileURLToPath(new URL('../../../../verifier/verify.html', import.meta.url))

/**
 * The stand-alone verifier, byte by byte. It may ask any node of the chain, so it is a document of its own: sandboxed, it
 * has another origin than the application, and with that neither the session nor anything else that a browser keeps.
 */
export function serveVerifier(app: FastifyInstance): void {
  const page = readFileSync(FILE, 'utf8')
  const [, own] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page) ?? []
  if (own === undefined) throw new Error('The verifier has no policy')
  const policy = `${own}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-forms`
  app.get('/verifier', { onSend: compressLarge, schema: { hide: true } }, (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
