import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export type ReceivedMail = { to: string[]; raw: string }
export type MailServer = {
  url: string
  mails: ReceivedMail[]
  next(): Promise<ReceivedMail>
  refuseNext(count: number): void
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function shareMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          done(new Error('come back later'))
          return
        }
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        }
        mails.push(mail)
        waiting.shift()?.(mail)
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => new Promise<void>((closed) => server.close(closed)))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next: () => new Promise((received) => waiting.push(received)),
    refuseNext: (count) => (refusals = count),
  }
}
