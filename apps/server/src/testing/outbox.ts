import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server.ts'

type Sent = { subject: string; body: string }

/** What somebody was sent, in order, once there is as much as expected. */
export async function mailsTo(server: TestServer, email: string, count: number): Promise<Sent[]> {
  for (let tries = 0; tries < 150; tries += 1) {
    const { rows } = await server.database.query<Sent>(
      'select subject, body from outbox where recipient = $1 order by id',
      [email],
    )
    if (rows.length >= count) return rows
    await sleep(200)
  }
  throw new Error(`${email} was not sent ${count} mails`)
}
