import type { Readable } from 'node:stream'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { failure } from '@trefoil/contract/shapes'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import { scopeOf } from './api-keys.ts'
import { compressLarge, mayCompress } from './compress.ts'
import { Cookies } from './cookies.ts'
import type { Caller, Claimant, Guard } from './guard.ts'
import { changeAtPosition, readAtPosition } from './at-position.ts'
import type { ReadPositions } from './read-positions.ts'
import { sendShared, SharedReply } from './shared-reply.ts'
import { spokenIn, type Spoken } from './spoken.ts'
import type { Patience, TryAgain } from './try-again.ts'

type CallerOf<R extends Route> = R extends { access: 'public' }
  ? undefined
  : R extends { access: 'optional' }
    ? Caller | undefined
    : R extends { posts: true } | MembersRead
      ? Claimant
      : Caller

/** Is read while the session is looked up: see `onceAdmitted`. */
type MembersRead = { method: 'GET'; access: 'member' }

/** A request as an operation sees it: validated, authorised, and free of HTTP except for cookies. */
export type Call<R extends Route> = {
  body: BodyOf<R>
  query: QueryOf<R>
  params: ParamsOf<R>
  caller: CallerOf<R>
  /** Without one of the client's, it is the server's own, so that an order can be tried again. */
  idempotencyKey: R extends { idempotent: true } ? string : undefined
  /** For steps without a second effect. Reads are tried again as a whole. */
  tryAgain: TryAgain
  address: string
  agent: string | undefined
  /** Few calls ask. */
  spoken: () => Spoken
  requestId: string
  log: FastifyBaseLogger
  cookies: Cookies
}

export type Served = { route: Route; handle: (call: Call<Route>) => Promise<unknown> }

/** Binds a route of the contract to its handler. */
export const serve = <R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<ReplyOf<R> | FileReply | SharedBy<R>>,
): Served => ({
  route,
  handle,
})

/** Only of routes that say so, since only what is shared or read with a token is compressed. */
type SharedBy<R extends Route> = R extends { shared: true } ? SharedReply : never

/** `bytes` where it is known before. */
type Attachment = { name: string; type: string; bytes?: number; content: Readable }

/** A file to save, in place of the route's reply. */
class FileReply {
  readonly attachment: Attachment

  constructor(attachment: Attachment) {
    this.attachment = attachment
  }
}

export const file = (attachment: Attachment): FileReply => new FileReply(attachment)

/** The common shape of every success. */
export function ok(message: string): { success: true; message: string }
export function ok<Rest extends object>(message: string, rest: Rest): { success: true; message: string } & Rest
export function ok(message: string, rest: object = {}) {
  return { success: true, message, ...rest }
}

export function registerRoute(app: FastifyInstance, served: Served, context: ServeContext): void {
  const { upload } = served.route
  if (upload === undefined) return addRoute(app, served, context)
  // A scope of its own, where every body is a file.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: upload }, (_request, content, done) =>
      done(null, content),
    )
    addRoute(scope, served, context)
  })
}

/** Operators publish documents. Strangers are refused before their body is read. */
const CONSOLE_BODY_BYTES_MAX = 512 * 1024

function addRoute(app: FastifyInstance, { route, handle }: Served, context: ServeContext): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const { access } = route
  const isConsole = access === 'operator' || access === 'console'
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    schema: schemaOf(route),
    // Refuses strangers to the console before reading their body.
    ...(isConsole && {
      bodyLimit: route.upload ?? CONSOLE_BODY_BYTES_MAX,
      onRequest: async (request) => {
        const tryAgain = context.patience.begin()
        const { authorization } = request.headers
        callers.set(request, await tryAgain(() => context.guard.admit(access, authorization, scopeOf(route))))
      },
    }),
    ...(mayCompress(route) && { onSend: compressLarge }),
    handler: async (request, reply) => {
      const tryAgain = context.patience.begin()
      const { authorization } = request.headers
      const caller = callers.get(request) ?? (await tryAgain(() => callerOf(route, authorization, context)))
      const call = callFrom({ route, request, reply, caller, secure: context.secureCookies, tryAgain })
      const read = () => (isMembersRead(route) ? onceAdmitted(caller as Claimant, handle(call)) : handle(call))
      const { positions } = context
      const answer = await (route.method === 'GET'
        ? tryAgain(() => readAtPosition(positions, call, read))
        : changeAtPosition(positions, call, () => handle(call)))
      if (caller && request.method !== 'GET' && request.headers[SNAPSHOT_HEADER] !== undefined)
        await addSnapshot(reply, context)
      if (answer instanceof SharedReply) return sendShared(request, reply, answer)
      return answer instanceof FileReply ? sendFile(reply, answer.attachment) : answer
    },
  })
}

async function callerOf(
  route: Route,
  authorization: string | undefined,
  { guard }: ServeContext,
): Promise<Caller | Claimant | undefined> {
  const { access, posts } = route
  if (access === 'public') return undefined
  if (posts || isMembersRead(route)) return guard.claim(authorization)
  if (access !== 'optional') return guard.admit(access, authorization)
  // A session that has ended is none: what needs one says so.
  return guard.admit('signed-in', authorization).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}

const isMembersRead = ({ method, access }: Route) => method === 'GET' && access === 'member'

/** What was read for a session while it was looked up: nobody gets it unless the session is open. */
async function onceAdmitted(claimant: Claimant, handled: Promise<unknown>): Promise<unknown> {
  const [admitted, answer] = await Promise.allSettled([claimant.admit(), handled])
  if (admitted.status === 'rejected') {
    if (answer.status === 'fulfilled' && answer.value instanceof FileReply) answer.value.attachment.content.destroy()
    throw admitted.reason
  }
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}

function sendFile(reply: FastifyReply, { name, type, bytes, content }: Attachment): FastifyReply {
  if (bytes !== undefined) reply.header('content-length', bytes)
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(content)
}

export type ServeContext = {
  guard: Guard
  patience: Patience
  secureCookies: boolean
  readSnapshot: () => Promise<string>
  /** Where there is a replica to read from. */
  positions?: ReadPositions | undefined
}

const SNAPSHOT_HEADER = 'x-snapshot'

/**
 * Tells the client which transactions later reads include. A client that asks for this when it makes a change can tell
 * from an event whether it has already read that change.
 */
async function addSnapshot(reply: FastifyReply, { readSnapshot }: ServeContext): Promise<void> {
  try {
    reply.header(SNAPSHOT_HEADER, await readSnapshot())
  } catch (error) {
    // The change was made. Without the snapshot, the client only refetches once more.
    reply.log.warn({ err: error }, 'no snapshot for a reply')
  }
}

type Incoming = {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller | Claimant | undefined
  secure: boolean
  tryAgain: TryAgain
}

/** No getters: each object would be of a shape of its own, and shapes keep what these refer to, here the whole request. */
function callFrom({ route, request, reply, caller, secure, tryAgain }: Incoming): Call<Route> {
  return {
    body: request.body as undefined,
    query: request.query as undefined,
    params: request.params as undefined,
    caller: caller as Caller,
    idempotencyKey: (route.idempotent && (request.headers['idempotency-key'] ?? ownKey(request.id))) as undefined,
    tryAgain,
    address: request.ip,
    agent: request.headers['user-agent']?.slice(0, 300),
    spoken: () => spokenIn(request),
    requestId: request.id,
    log: request.log,
    cookies: new Cookies({ request, reply, secure }),
  }
}

/** With a space, which those of clients cannot have. The journal keeps it, so that it leads back to the request. */
const ownKey = (requestId: string): string => `server ${requestId}`

const IDEMPOTENCY_HEADERS = {
  type: 'object',
  properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 100, pattern: '^[!-~]*$' } },
}

/** Always the same ones for a route, so that they are compiled once, however many servers a process starts. */
function schemaOf(route: Route): FastifySchema {
  const known = schemas.get(route)
  if (known) return known
  const made = {
    summary: route.summary,
    tags: [route.path.split(/[./]/)[1] ?? ''],
    ...(route.access !== 'public' && { security: [{ bearer: [] }] }),
    ...(route.body && { body: jsonSchema(route.body) }),
    ...(route.idempotent && { headers: IDEMPOTENCY_HEADERS }),
    ...(route.query && { querystring: jsonSchema(route.query) }),
    ...(route.params && { params: jsonSchema(route.params) }),
    response: { 200: jsonSchema(route.reply), '4xx': FAILURE, '5xx': FAILURE },
  }
  schemas.set(route, made)
  return made
}

const schemas = new WeakMap<Route, FastifySchema>()

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  return rest
}

const FAILURE = jsonSchema(failure)
