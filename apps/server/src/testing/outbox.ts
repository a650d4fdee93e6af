import { expect } from 'vitest'
import type { TestServer } from './server.ts'

type Sent = { subject: string; body: string }

/** The mails that somebody received, in order, once there are as many as expected; without those of a sign-up. */
export async function mailsTo(server: TestServer, email: string, count: number): Promise<Sent[]> {
  const sent = async () => {
    const statement = 'select subject, body from demo_mail where recipient = $1 and subject <> $2 order by id'
    return (await server.database.query<Sent>(statement, [email, 'Verify your e-mail address'])).rows
  }
  const many = async () => (await sent()).length
  await expect.poll(many, { timeout: 90_000, message: `mails to ${email}` }).toBeGreaterThanOrEqual(count)
  return sent()
}
