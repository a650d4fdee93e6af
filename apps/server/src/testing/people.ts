import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import type { Visitor } from './visitor.ts'

export const PASSCODE = 'quite a long passcode'

export type TestMember = { visitor: Visitor; privateKey: string; email: string; referralCode: string }

type Details = { from?: string; referral_code?: string; emailVerified?: boolean }

/** Signed up, but not signed in yet. With a verified address, unless told otherwise. */
export async function newMember(server: TestServer, details: Details = {}) {
  const visitor = server.visit(details.from === undefined ? {} : { from: details.from })
  const email = `${randomUUID()}@example.org`
  const { status, body } = await visitor.post('/api/users/register', {
    name: 'Test Person',
    email,
    password: PASSCODE,
    referral_code: details.referral_code ?? null,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const { user_pk: privateKey, referral_code: referralCode } = body.user
  if (details.emailVerified ?? true)
    await server.database.query('update account set email_verified_at = now() where email = $1', [email])
  return { visitor, privateKey, email, referralCode } satisfies TestMember
}

/** Signed in, with the token. */
export async function signedIn(server: TestServer, details: Details = {}): Promise<TestMember> {
  const member = await newMember(server, details)
  await signIn(member.visitor, member.privateKey)
  return member
}

export async function signIn(visitor: Visitor, privateKey: string, passcode = PASSCODE): Promise<void> {
  const { status, body } = await visitor.post('/api/users/login', { identifier: privateKey, password: passcode })
  expect(status, JSON.stringify(body)).toBe(200)
  visitor.token = body.token
}
