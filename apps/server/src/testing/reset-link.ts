import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** The token of the link that is mailed to whoever forgot their passcode. Without a mail server. */
export async function mailedResetToken(server: TestServer, email: string): Promise<string> {
  expect((await server.visit().post('/api/users/forgot-password', { email })).status).toBe(200)
  return mailedToken(server, email, String.raw`reset-password/([\w-]{43})`)
}

/** The part of a mail's text that the pattern is for, once it is there. */
export async function mailedToken({ database }: TestServer, email: string, pattern: string): Promise<string> {
  const find = async () => {
    const { rows } = await database.query<{ token: string }>(
      'select substring(body from $2) as token from demo_mail where recipient = $1 and body ~ $2 order by id desc',
      [email, pattern],
    )
    return rows[0]?.token
  }
  await expect.poll(find, { timeout: 90_000 }).toBeDefined()
  return (await find()) ?? ''
}
