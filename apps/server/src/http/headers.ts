import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

type Options = {
  https: boolean
  /** The hashes of the scripts inside our pages, for the policy. */
  ownScripts: () => string
}

/**
 * Every reply's id, and what a browser may do with our pages: run our own scripts, talk to our own server, and never be
 * framed. An account's data must not be cached: only routes that say otherwise may be, the web application's files.
 */
export async function sendCommonHeaders(app: FastifyInstance, { https, ownScripts }: Options): Promise<void> {
  const ofPages = await securityHeaders(https)
  const policy = ofPages['content-security-policy'] ?? ''
  const ofAnswers = {
    ...Object.fromEntries(Object.entries(ofPages).filter(([name]) => MATTERS_TO_JSON.has(name))),
    'content-security-policy': POLICY_OF_JSON,
    'cache-control': 'no-store',
  }
  // Synchronous, because every request runs it.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // The route that matched, however the address spells it. Only files and unknown paths have none of their own.
    const { url: matched } = request.routeOptions
    const route = matched === undefined || matched === '/*' ? request.url : matched
    if (route.startsWith('/api/') && !route.startsWith('/api/docs')) reply.headers(ofAnswers)
    else
      reply
        .headers(ofPages)
        .header('cache-control', 'no-store')
        .header('content-security-policy', policy.replace("script-src 'self'", `$& ${ownScripts()}`.trimEnd()))
    done()
  })
}

/** Data loads nothing and is shown nowhere. */
const POLICY_OF_JSON = "default-src 'none'; frame-ancestors 'none'"

/** The others only concern pages, and would cost something on every reply. */
const MATTERS_TO_JSON = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options'])

/** The same for every reply, so helmet computes them once. */
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
        // Components position floating elements with style attributes.
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
    // A reset link has its token in the URL.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  secured.get('/', async () => '')
  const { headers } = await secured.inject('/')
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name in plain ? [] : [[name, String(value)]])),
  )
}
