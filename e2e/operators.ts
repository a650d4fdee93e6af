import type { APIRequestContext, Page } from '@playwright/test'

type SignIn = { role: string; name: string; private_key: string; passcode: string; code: string | null }
export type Signed = { token: string; user: { name: string; email: string; role: string } }

const CODE_LIFE_MS = 30_000

/** The people of the demo, as its sign-in screen shows them. */
export async function samples(request: APIRequestContext): Promise<SignIn[]> {
  const reply = await request.get('/api/settings/public')
  return (await reply.json()).data.demo.sign_ins
}

/** A code works once, and another test may have used this moment's: then the next one will do. */
export async function signInAs(request: APIRequestContext, name: string): Promise<Signed> {
  const until = Date.now() + 3 * CODE_LIFE_MS
  for (;;) {
    const sample = (await samples(request)).find((each) => each.name === name)
    if (!sample) throw new Error(`The demo has no ${name}`)
    const reply = await request.post('/api/users/login', {
      data: {
        identifier: sample.private_key,
        password: sample.passcode,
        ...(sample.code !== null && { code: sample.code }),
      },
    })
    if (reply.ok()) return reply.json()
    if (Date.now() > until) throw new Error(await reply.text())
    await new Promise((again) => setTimeout(again, 2000))
  }
}

/** Opens a page as somebody who has signed in before. */
export async function openAs(page: Page, { token, user }: Signed, path: string): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((session) => localStorage.setItem('persist:auth', JSON.stringify(session)), { token, user })
  await page.goto(path)
}

/** A call as somebody, for what a journey needs and is not about. */
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
