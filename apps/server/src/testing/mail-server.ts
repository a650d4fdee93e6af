import { afterAll } from 'vitest'
import { openMailServer, type MailServer } from './open-mail-server.ts'

export type { MailServer, ReceivedMail } from './open-mail-server.ts'

/** One for all tests of a file. */
export async function shareMailServer(): Promise<MailServer> {
  const server = await openMailServer()
  afterAll(() => server.close())
  return server
}
