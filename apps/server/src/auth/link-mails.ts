import type { Database } from '../db/database.ts'
import type { LinkMails } from '../mail/deliver.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { emailChangedLink } from './change-email.ts'
import { resetPasscodeLink } from './reset-mail.ts'
import { signInLinkMails } from './sign-in-link.ts'
import { verificationMail } from './verify-email.ts'

/** Mails whose link or code the worker makes. */
export const linkMails = (context: { db: Database; keyring: Keyring; publicUrl: string }): LinkMails => ({
  'forgotten passcode': resetPasscodeLink(context),
  'sign-in link': signInLinkMails(context),
  'verify e-mail': verificationMail(context),
  'e-mail changed': emailChangedLink(context),
})
