import { expect, test } from 'vitest'
import type { Session } from './session.ts'
import { forgetSession, parseSession, restoreSession, storeSession } from './stored-session.ts'

const session: Session = {
  user: { name: 'Ada', email: 'ada@example.org', role: 'member', referral_code: 'ADA1', first_steps: false },
  token: 'a.b c;d',
}

function browser({ https }: { https: boolean }) {
  const items = new Map<string, string>()
  const cookies: string[] = []
  const keeping = {
    storage: { setItem: (key: string, value: string) => void items.set(key, value), clear: () => items.clear() },
    writeCookie: (cookie: string) => void cookies.push(cookie),
    https,
  }
  return { items, cookies, keeping }
}

test('what is stored is what is restored', async () => {
  const { items, keeping } = browser({ https: false })
  storeSession(keeping, session)
  expect([...items.keys()]).toEqual(['persist:auth'])
  expect(await restoreSession(async () => items.get('persist:auth') ?? null)).toEqual(session)
})

test('a storage that never answers means signed out, after the time-out', async () => {
  const started = performance.now()
  expect(await restoreSession(() => new Promise(() => {}), 50)).toBeNull()
  expect(performance.now() - started).toBeGreaterThanOrEqual(45)
})

test('a storage that refuses means signed out', async () => {
  expect(await restoreSession(() => Promise.reject(new Error('blocked')))).toBeNull()
})

test.each([
  null,
  '',
  'null',
  '[]',
  '{"token":"t"}',
  '{"user":{},"token":"t"}',
  '{"user":{"role":"member"}}',
  'not json',
])('stored %s is nobody', (text) => {
  expect(parseSession(text)).toBeNull()
})

test('the cookies last seven days, stay on this site, and are secure on https', () => {
  const { cookies, keeping } = browser({ https: true })
  storeSession(keeping, session)
  expect(cookies).toEqual([
    'accessToken=a.b%20c%3Bd; Path=/; Max-Age=604800; SameSite=Strict; Secure',
    'role=member; Path=/; Max-Age=604800; SameSite=Strict; Secure',
  ])
})

test('forgetting empties the whole storage and takes both cookies back', () => {
  const { items, cookies, keeping } = browser({ https: false })
  storeSession(keeping, session)
  items.set('something else', 'x')
  cookies.length = 0
  forgetSession(keeping)
  expect(items.size).toBe(0)
  expect(cookies).toEqual([
    'accessToken=; Path=/; Max-Age=0; SameSite=Strict',
    'role=; Path=/; Max-Age=0; SameSite=Strict',
  ])
})
