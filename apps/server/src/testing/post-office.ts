import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { deliverMails, type DeliveryContext, type LinkMails } from '../mail/deliver.ts'
import { smtpMailer } from '../mail/mailer.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import type { MailServer, ReceivedMail } from './mail-server.ts'
import { openTestWallet } from './wallet.ts'

/** A worker that runs on demand, with a replaceable mail server, and a member who owns a new address. */
export async function openPostOffice(mailbox: MailServer) {
  const wallet = await openTestWallet()
  const [owner] = (
    await wallet.owner.query<{ id: number; email: string }>(
      'update account set email = $2 where id = $1 returning id, email',
      [wallet.members[0], `${randomUUID()}@example.org`],
    )
  ).rows
  let url = mailbox.url
  const context: DeliveryContext = {
    db: wallet.db,
    keyring: makeKeyring('a secret of this test, long enough'),
    mailer: { send: (mail) => smtpMailer({ url, from: 'trefoil@example.org' }).send(mail) },
    publicUrl: 'http://trefoil.test',
    log: pino({ enabled: false }),
    links: noLinks(),
  }
  return {
    ...wallet,
    owned: owner!,
    context,
    useServer(other: string) {
      url = other
    },
    queue: () =>
      wallet.db
        .transaction()
        .execute((tx) => enqueueMail(tx, owner!.id, { kind: 'new address', facts: { address: '0x1' } })),
    deliver: () => deliverMails(context),
    /** A second worker, with connections of its own. */
    openBeside() {
      const pool = openPool(asApplication(wallet.ownerUrl), 4)
      onTestFinished(() => pool.end())
      const beside = { ...context, db: openDatabase(pool) }
      return () => deliverMails(beside)
    },
    /** As if the next attempt were due. */
    hurry: () => wallet.owner.query('update mail_outbox set next_at = now() where next_at is not null'),
    rows: async () =>
      (await wallet.owner.query('select state, attempts, last_error, next_at > now() as waits from mail_outbox')).rows,
    received: () => mailbox.mails.filter(({ to }) => to.includes(owner!.email)),
  }
}

/** Nobody wants a link. */
export const noLinks = (ask = () => false): LinkMails => {
  const link = { isWanted: async () => ask(), compose: async () => undefined }
  return { 'forgotten passcode': link, 'sign-in link': link, 'verify e-mail': link, 'e-mail changed': link }
}

export const isFor =
  (email: string) =>
  ({ to }: ReceivedMail) =>
    to.includes(email)
