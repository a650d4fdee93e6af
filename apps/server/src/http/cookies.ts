import type { FastifyReply, FastifyRequest } from 'fastify'
import '@fastify/cookie'

const DAY_SECONDS = 24 * 60 * 60
export const SESSION_DAYS = 7

/** What the server keeps in a browser; scripts cannot read either. */
const COOKIES = {
  refresh: { maxAge: SESSION_DAYS * DAY_SECONDS },
  device: { maxAge: 180 * DAY_SECONDS },
} as const
export type CookieName = keyof typeof COOKIES

/** The prefix makes browsers refuse a cookie that another host or plain http tries to plant. */
const fullName = (name: CookieName, secure: boolean) => `${secure ? '__Host-' : ''}trefoil_${name}`

const common = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict', path: '/', secure }) as const

export const readCookie = (request: FastifyRequest, name: CookieName, secure: boolean): string | undefined =>
  request.cookies[fullName(name, secure)]

export function writeCookie(reply: FastifyReply, cookie: { name: CookieName; value: string; secure: boolean }): void {
  const { name, value, secure } = cookie
  void reply.setCookie(fullName(name, secure), value, { ...common(secure), ...COOKIES[name] })
}

export function clearCookie(reply: FastifyReply, name: CookieName, secure: boolean): void {
  void reply.clearCookie(fullName(name, secure), common(secure))
}
