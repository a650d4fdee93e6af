import { parse, serialize } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The server's cookies. Scripts can read none of them. */
export type CookieName = 'refresh' | 'device' | 'passkey' | 'written' | 'seen'

/** The prefix makes browsers reject a cookie planted by another host or over plain http. */
const fullName = (name: CookieName, secure: boolean) => `${secure ? '__Host-' : ''}trefoil_${name}`

const common = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict', path: '/', secure }) as const

export const readCookie = (request: FastifyRequest, name: CookieName, secure: boolean): string | undefined =>
  parse(request.headers.cookie ?? '')[fullName(name, secure)]

type Cookie = { name: CookieName; value: string; maxAgeSeconds: number; secure: boolean }

export function writeCookie(reply: FastifyReply, { name, value, maxAgeSeconds, secure }: Cookie): void {
  void reply.header(
    'set-cookie',
    serialize(fullName(name, secure), value, { ...common(secure), maxAge: maxAgeSeconds }),
  )
}

export function clearCookie(reply: FastifyReply, name: CookieName, secure: boolean): void {
  void reply.header('set-cookie', serialize(fullName(name, secure), '', { ...common(secure), expires: new Date(0) }))
}
