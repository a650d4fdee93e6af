import type { ReplyOf } from '@trefoil/contract/route'
import type { login } from '@trefoil/contract/accounts'
import { MEMBER_SESSION_DAYS } from '../db/session-times.ts'
import type { Cookies } from '../http/cookies.ts'
import type { AuthContext } from './context.ts'
import { DEVICE_DAYS } from './devices.ts'
import { endReplacedSession, type OpenSession } from './sessions.ts'

export const DAY_SECONDS = 24 * 60 * 60

type Reply = ReplyOf<typeof login>
export type SignedIn = { user: Reply['user']; session: OpenSession; deviceCookie: string }

/** How every way in ends: with two cookies and an access token, and without the session that the browser had before. */
export async function welcome(
  { db, keyring, tokens }: Pick<AuthContext, 'db' | 'keyring' | 'tokens'>,
  cookies: Cookies,
  { user, session, deviceCookie }: SignedIn,
): Promise<Reply> {
  await endReplacedSession(db, keyring, cookies.read('refresh'))
  cookies.write('refresh', session.refreshToken, MEMBER_SESSION_DAYS * DAY_SECONDS)
  rememberDevice(cookies, deviceCookie)
  return { success: true, message: 'Welcome back!', token: tokens.sign(session.sessionId), user }
}

/** From now on others' wrong passcodes do not count in this browser. */
export const rememberDevice = (cookies: Cookies, deviceCookie: string): void =>
  cookies.write('device', deviceCookie, DEVICE_DAYS * DAY_SECONDS)
