import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Shared = {
  content: string | Buffer
  type: string
  /** For how long caches may answer without asking. `forever`: nothing else will ever have this address. */
  keepSeconds: number | 'forever'
  /** Other sites may show it. */
  embeddable?: boolean
}

/** The same for everybody, in place of the route's reply. May be sent more than once. */
export class SharedReply {
  readonly shared: Shared
  readonly tag: string

  constructor(shared: Shared) {
    this.shared = shared
    // Weak, because it is the same for every compression.
    this.tag = `W/"${createHash('sha256').update(shared.content).digest('base64url').slice(0, 22)}"`
  }
}

export const sharedJson = (body: object, { keepSeconds }: Pick<Shared, 'keepSeconds'>): SharedReply =>
  new SharedReply({ content: JSON.stringify(body), type: 'application/json; charset=utf-8', keepSeconds })

export function sendShared(request: FastifyRequest, reply: FastifyReply, { shared, tag }: SharedReply): FastifyReply {
  const { content, type, keepSeconds, embeddable } = shared
  reply
    .header(
      'cache-control',
      keepSeconds === 'forever' ? 'public, max-age=31536000, immutable' : `public, max-age=${keepSeconds}`,
    )
    .header('etag', tag)
  if (embeddable) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  return reply.type(type).send(content)
}
