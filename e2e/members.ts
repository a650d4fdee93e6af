import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { AS_NEW_BROWSER } from './operators.ts'
import { codeOf, PASSCODE } from './people.ts'

export type Member = { name: string; email: string; privateKey: string; referralCode: string; token: string }

/**
 * Signs up through the API, because the journey begins later. Under the demo's sample member unless a code is given.
 */
export async function newMember(
  request: APIRequestContext,
  { name = 'Ada Lovelace', referralCode }: { name?: string; referralCode?: string } = {},
): Promise<Member> {
  const email = `${randomUUID()}@example.org`
  const body = await call(request, 'POST', '/users/register', {
    name,
    email,
    password: PASSCODE,
    referral_code: referralCode ?? (await demo(request)).referral_code,
  })
  const { user_pk: privateKey, referral_code: code } = body.user
  return { name, email, privateKey, referralCode: code, token: await tokenFor(request, privateKey, PASSCODE) }
}

/** With the code that was mailed, as a member does who wants to be paid without an operator. */
export async function verifyEmail(request: APIRequestContext, { email, token }: Member): Promise<void> {
  await call(request, 'POST', '/users/verify-email', { code: (await verificationMailTo(request, email)).code }, token)
}

/** What the newest verification mail to this address has. */
export async function verificationMailTo(request: APIRequestContext, email: string): Promise<{ code: string }> {
  const find = async () => {
    const { mails } = (await call(request, 'GET', '/demo/mail')).data as { mails: { to: string; text: string }[] }
    const codes = mails.filter(({ to }) => to === email).map(({ text }) => /your account: (\d{6})/.exec(text)?.[1])
    return codes.find((code) => code !== undefined)
  }
  await expect.poll(find, { message: `verification mail to ${email}`, timeout: 20_000 }).toBeDefined()
  return { code: (await find()) ?? '' }
}

/** Returns the authenticator's secret. Its current code is used up. */
export async function turnOnTwoFactor(request: APIRequestContext, { token }: Member): Promise<string> {
  const { data } = await call(request, 'POST', '/users/two-factor/setup', { password: PASSCODE }, token)
  await call(request, 'POST', '/users/two-factor/enable', { code: codeOf(data.secret, 'now') }, token)
  return data.secret
}

/** With this much impact balance in dollars, sent by the sample member. */
export async function fundedMember(request: APIRequestContext, dollars: number, name?: string): Promise<Member> {
  const member = await newMember(request, name === undefined ? {} : { name })
  await sendFromSample(request, member, dollars)
  return member
}

export async function sendFromSample(request: APIRequestContext, to: Member, dollars: number): Promise<void> {
  const sample = await sampleOf(request)
  const token = await tokenFor(request, sample.private_key, sample.passcode)
  await call(request, 'POST', '/transfers/process', { amount: dollars, recipient_id: to.privateKey }, token)
}

export async function openAs(page: Page, { privateKey }: Member, path: string): Promise<void> {
  await enter(page, privateKey, PASSCODE)
  await page.goto(`/dashboard${path}`)
}

/** The seeded member with a team of several levels, whose sign-in the demo shows. */
export async function enterAsSample(page: Page): Promise<void> {
  const { private_key: privateKey, passcode } = await sampleOf(page.request)
  await enter(page, privateKey, passcode)
}

/** Signs in without the screen, which other journeys test: the page finds a stored session. */
async function enter(page: Page, identifier: string, password: string): Promise<void> {
  await restore(page, await call(page.request, 'POST', '/users/login', { identifier, password }))
}

/** In the session of the member's own token, which survives when two-factor is turned on. */
export async function openInSession(page: Page, { token, name, email }: Member, path: string): Promise<void> {
  await restore(page, { token, user: { name, email, role: 'member' } })
  await page.goto(`/dashboard${path}`)
}

type Session = { user: { name: string; email: string; role: string }; token: string }

async function restore(page: Page, { user, token }: Session): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(
    (session) => {
      localStorage.setItem('persist:auth', JSON.stringify(session))
      document.cookie = `role=${session.user.role}; Path=/; SameSite=Strict`
    },
    { user, token },
  )
}

type Demo = { referral_code: string; sign_ins: { private_key: string; passcode: string }[] }

const demo = async (request: APIRequestContext): Promise<Demo> =>
  (await call(request, 'GET', '/settings/public')).data.demo

async function sampleOf(request: APIRequestContext) {
  const [sample] = (await demo(request)).sign_ins
  if (!sample) throw new Error('The demo shows no sample member')
  return sample
}

const tokenFor = async (request: APIRequestContext, identifier: string, password: string): Promise<string> =>
  (await call(request, 'POST', '/users/login', { identifier, password })).token

async function call(
  request: APIRequestContext,
  method: 'GET' | 'POST',
  path: string,
  data?: object,
  token?: string,
  // oxlint-disable-next-line no-explicit-any -- replies of every shape
): Promise<any> {
  const reply = await request.fetch(`/api${path}`, {
    method,
    ...(data && { data }),
    headers: {
      ...(path === '/users/login' && AS_NEW_BROWSER),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}
