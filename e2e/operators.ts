import { mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { sessionsAt } from './servers.ts'

export type Sample = { role: string; name: string; private_key: string; passcode: string; code: string | null }
export type Signed = { token: string; user: { name: string; email: string; role: string } }

const CODE_LIFE_MS = 30_000

/** The demo's people, as its sign-in screen shows them. */
export async function samples(request: APIRequestContext): Promise<Sample[]> {
  const reply = await request.get('/api/settings/public')
  return (await reply.json()).data.demo.sign_ins
}

/** A second factor counts for five minutes. Older sessions than this are not reused. */
const SESSION_USED_MS = 2 * 60_000
const LOCK_LOOK_MS = 100
/** Longer than any sign-in takes: the lock's owner must have been stopped. */
const LOCK_MS = 100_000

/**
 * One sign-in for all workers, so that none has to wait: a code works once in thirty seconds. Stored in the run's
 * folder, and deleted with it.
 */
export async function signInAs(request: APIRequestContext, name: string, baseURL: string | undefined): Promise<Signed> {
  const folder = sessionsAt(baseURL ?? '')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  return alone(`${file}.lock`, async () => {
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs < SESSION_USED_MS) return JSON.parse(await readFile(file, 'utf8')) as Signed
    const signed = await signInAnew(request, name)
    await writeFile(file, JSON.stringify(signed))
    return signed
  })
}

/** Only one process can create a folder, so it works as a lock. */
async function alone<Result>(lock: string, act: () => Promise<Result>): Promise<Result> {
  const take = () =>
    mkdir(lock).then(
      () => true,
      () => false,
    )
  while (!(await take())) {
    const made = await stat(lock).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > LOCK_MS) await rmdir(lock).catch(() => {})
    await sleep(LOCK_LOOK_MS)
  }
  try {
    return await act()
  } finally {
    await rmdir(lock)
  }
}

/** Without the cookies of whom a test signed in before: a sign-in ends the session that the same browser had. */
export const AS_NEW_BROWSER = { cookie: '' }

/** If the current code was already used, waits for the next one. */
async function signInAnew(request: APIRequestContext, name: string): Promise<Signed> {
  const until = Date.now() + 3 * CODE_LIFE_MS
  for (;;) {
    const sample = (await samples(request)).find((each) => each.name === name)
    if (!sample) throw new Error(`The demo has no ${name}`)
    const reply = await request.post('/api/users/login', {
      headers: AS_NEW_BROWSER,
      data: {
        identifier: sample.private_key,
        password: sample.passcode,
        ...(sample.code !== null && { code: sample.code }),
      },
    })
    if (reply.ok()) return reply.json()
    if (Date.now() > until) throw new Error(await reply.text())
    await sleep(2000)
  }
}

/** Opens a page with an existing session. */
export async function openAs(page: Page, { token, user }: Signed, path: string): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((session) => localStorage.setItem('persist:auth', JSON.stringify(session)), { token, user })
  await page.goto(path)
}

/** An API call for what a journey needs but does not test. */
export async function call<Data>(
  request: APIRequestContext,
  { token }: Signed,
  { path, body }: { path: string; body?: object },
): Promise<Data> {
  const headers = { authorization: `Bearer ${token}` }
  const url = `/api${path}`
  const reply = body ? await request.post(url, { headers, data: body }) : await request.get(url, { headers })
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
  return reply.json()
}
