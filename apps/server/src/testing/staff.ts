import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

export type Staff = { olga: Visitor; oscar: Visitor; anna: Visitor }

type Sample = { role: string; name: string; private_key: string; passcode: string; code: string | null }

/** The seeded operators and the auditor, signed in. */
export async function signInStaff(server: TestServer): Promise<Staff> {
  const samples = (await server.visit().get('/api/settings/public')).body.data.demo.sign_ins as Sample[]
  const signIn = async (name: string) => {
    const sample = samples.find((one) => one.name.startsWith(name))!
    const visitor = server.visit()
    const { status, body } = await visitor.post('/api/users/login', {
      identifier: sample.private_key,
      password: sample.passcode,
      code: sample.code,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    visitor.token = body.token
    return visitor
  }
  const staff = { olga: await signIn('Olga'), oscar: await signIn('Oscar'), anna: await signIn('Anna') }
  // A busy machine may take longer for a test than a second factor counts.
  await server.database.query(
    `update session set second_factor_at = now() + interval '1 hour'
      from account where account.id = account_id and role <> 'member'`,
  )
  return staff
}

/** The signer's address, once the payout worker has made it known. */
export async function signerOf(operator: Visitor): Promise<string> {
  const signers = async () => (await operator.get('/api/operator/overview')).body.data.payouts.signers
  await until(async () => (await signers()).length > 0)
  return (await signers())[0].address
}

/** Of the audit log, oldest first. */
export const auditLines = async ({ database }: TestServer, where: string, values: unknown[] = []) =>
  (await database.query(`select * from audit_entry where ${where} order by id`, values)).rows
