import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

type Options = {
  https: boolean
  /** The scripts inside our pages, as a policy names them. */
  ownScripts: () => string
}

/** What a browser may do with our pages: run our own scripts, talk to our own server, and never be framed. */
export async function sendSecurityHeaders(app: FastifyInstance, { https, ownScripts }: Options): Promise<void> {
  const ofPages = await securityHeaders(https)
  const policy = ofPages['content-security-policy'] ?? ''
  const ofAnswers = Object.fromEntries(Object.entries(ofPages).filter(([name]) => MATTERS_TO_JSON.has(name)))
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')) reply.headers(ofAnswers)
    else
      reply
        .headers(ofPages)
        .header('content-security-policy', policy.replace("script-src 'self'", `$& ${ownScripts()}`.trimEnd()))
    done()
  })
}

/** The others say what a page may do, and every answer would pay for them. */
const MATTERS_TO_JSON = new Set([
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
])

/** They are the same for every answer, so helmet is asked once. */
async function securityHeaders(https: boolean): Promise<Record<string, string>> {
  const sample = fastify()
  sample.get('/', async () => '')
  const { headers: plain } = await sample.inject('/')
  const secured = fastify()
  await secured.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Components position what floats with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: https && { maxAge: 31_536_000, includeSubDomains: true },
    // A reset link carries its token in the address.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  secured.get('/', async () => '')
  const { headers } = await secured.inject('/')
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name in plain ? [] : [[name, String(value)]])),
  )
}
