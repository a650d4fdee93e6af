import { parse, serialize } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The server's cookies. Scripts can read none of them. */
export type CookieName = 'refresh' | 'device' | 'passkey' | 'written' | 'seen'

/** The prefix makes browsers reject a cookie planted by another host or over plain http. */
const fullName = (name: CookieName, secure: boolean) => `${secure ? '__Host-' : ''}trefoil_${name}`

type Options = { request: FastifyRequest; reply: FastifyReply; secure: boolean }

/** Of one request and its reply. */
export class Cookies {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #secure: boolean

  constructor({ request, reply, secure }: Options) {
    this.#request = request
    this.#reply = reply
    this.#secure = secure
  }

  read(name: CookieName): string | undefined {
    return parse(this.#request.headers.cookie ?? '')[fullName(name, this.#secure)]
  }

  write(name: CookieName, value: string, maxAgeSeconds: number): void {
    this.#send(name, value, { maxAge: maxAgeSeconds })
  }

  clear(name: CookieName): void {
    this.#send(name, '', { expires: new Date(0) })
  }

  #send(name: CookieName, value: string, ends: { maxAge: number } | { expires: Date }): void {
    const secure = this.#secure
    void this.#reply.header(
      'set-cookie',
      serialize(fullName(name, secure), value, { httpOnly: true, sameSite: 'strict', path: '/', secure, ...ends }),
    )
  }
}
