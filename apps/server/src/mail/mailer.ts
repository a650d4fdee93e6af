import { createTransport } from 'nodemailer'
import type { Database } from '../db/database.ts'

export type Mail = { to: string; subject: string; text: string; html: string }
export type Mailer = { send(mail: Mail): Promise<void> }

type SmtpOptions = { url: string; from: string; requireTls?: boolean }

/** `requireTls`: what offers no STARTTLS gets no mail. */
export function smtpMailer({ url, from, requireTls = false }: SmtpOptions): Mailer {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport = createTransport({ url, requireTLS: requireTls, ...timeouts })
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail })
    },
  }
}

/** Without a mail server, the demo shows what would have been sent. */
export const demoMailer = (db: Database): Mailer => ({
  async send({ to, subject, text }) {
    await db.insertInto('demo_mail').values({ recipient: to, subject, body: text }).execute()
  },
})
