import type { Session } from './session.ts'

export const STORED_SESSION = 'persist:auth'
const RESTORE_TIMEOUT_MS = 5000
const SESSION_COOKIE_SECONDS = 7 * 24 * 60 * 60

/** The parts of the browser that hold a session. Passed in, so that tests need no browser. */
export type Keeping = {
  storage: Pick<Storage, 'setItem' | 'clear'>
  writeCookie: (cookie: string) => void
  https: boolean
}

/** Storage that fails, returns nonsense or takes too long means that nobody is signed in. */
export async function restoreSession(
  read: () => Promise<string | null>,
  timeoutMs = RESTORE_TIMEOUT_MS,
): Promise<Session | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs)
  })
  try {
    return parseSession(await Promise.race([read(), tooLate]))
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

export function parseSession(text: string | null): Session | null {
  if (text === null) return null
  try {
    const { user, token, name } = JSON.parse(text) as Partial<Session>
    if (!user || typeof user.role !== 'string' || typeof token !== 'string') return null
    return { user, token, ...(typeof name === 'string' && { name }) }
  } catch {
    return null
  }
}

/** The specification asks for the cookies. Only the page shell reads the role. */
export function storeSession({ storage, writeCookie, https }: Keeping, session: Session): void {
  storage.setItem(STORED_SESSION, JSON.stringify(session))
  const attributes = `; Path=/; Max-Age=${SESSION_COOKIE_SECONDS}; SameSite=Strict${https ? '; Secure' : ''}`
  writeCookie(`accessToken=${encodeURIComponent(session.token)}${attributes}`)
  writeCookie(`role=${encodeURIComponent(session.user.role)}${attributes}`)
}

export function forgetSession({ storage, writeCookie, https }: Keeping): void {
  storage.clear()
  const attributes = `; Path=/; Max-Age=0; SameSite=Strict${https ? '; Secure' : ''}`
  writeCookie(`accessToken=${attributes}`)
  writeCookie(`role=${attributes}`)
}
