import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string[]; raw: string }
type Wanted = (mail: ReceivedMail) => boolean
export type MailServer = {
  url: string
  mails: ReceivedMail[]
  /** The next matching mail: others (a new device, a changed passcode) arrive in between. */
  next(isWanted: Wanted): Promise<ReceivedMail>
  /** Rejects the next matching mail once; resolves when that has happened. */
  refuseNext(isWanted: Wanted): Promise<void>
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it receives. */
export async function openMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const waiting = new Set<(mail: ReceivedMail) => void>()
  const refusing = new Set<(mail: ReceivedMail) => boolean>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        }
        if ([...refusing].some((refuse) => refuse(mail))) {
          done(new Error('come back later'))
          return
        }
        mails.push(mail)
        for (const receive of waiting) receive(mail)
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((closed) => server.close(() => closed())),
    next: (isWanted) =>
      new Promise((received) => {
        const receive = (mail: ReceivedMail) => {
          if (!isWanted(mail)) return
          waiting.delete(receive)
          received(mail)
        }
        waiting.add(receive)
      }),
    refuseNext: (isWanted) =>
      new Promise((refused) => {
        const refuse = (mail: ReceivedMail) => {
          if (!isWanted(mail)) return false
          refusing.delete(refuse)
          refused()
          return true
        }
        refusing.add(refuse)
      }),
  }
}
