import { expect, test } from 'vitest'
import { shareMailServer } from '../testing/mail-server.ts'
import { smtpMailer } from './mailer.ts'

const mailbox = await shareMailServer()

test('a server that offers no STARTTLS gets no mail, where TLS is required', async () => {
  const mail = { to: 'ada@example.org', subject: 'Hello', text: 'A secret link', html: '<p>A secret link</p>' }
  const mailer = (requireTls: boolean) => smtpMailer({ url: mailbox.url, from: 'trefoil@example.org', requireTls })
  await expect(mailer(true).send(mail)).rejects.toThrow(/STARTTLS/)
  expect(mailbox.mails).toEqual([])
  await mailer(false).send(mail)
  expect(mailbox.mails).toHaveLength(1)
})
