/**
 * `grace`: not verified, but older than verification itself. It gets every kind of mail, but no more of them than any
 * other unverified address.
 */
export type AddressState = 'verified' | 'grace' | 'unverified'

/** A link to reset the passcode; another link or code; or a notice of something that has happened. */
export type MailClass = 'reset' | 'link' | 'notice'

export type MailsThisHour = Readonly<Record<MailClass, number>>

/** Whoever owns the address need not be who registered it. */
export const UNVERIFIED_MAILS_PER_HOUR = 3
/** So one of the three is always left for a reset link: nobody can use up the owner's. */
const OTHERS_PER_HOUR = 2

export const NOTICES_PER_HOUR = 6

/** How many mails of this class the address may still get in this hour. `held`: none before it is verified. */
export function mailAllowance(address: AddressState, mail: MailClass, sent: MailsThisHour): number | 'held' {
  if (address === 'unverified' && mail === 'notice') return 'held'
  // Resets limit themselves, because nothing is sent while a link is valid.
  if (address === 'verified') return mail === 'notice' ? atLeastNone(NOTICES_PER_HOUR - sent.notice) : Infinity
  const left = UNVERIFIED_MAILS_PER_HOUR - sent.reset - sent.link - sent.notice
  return atLeastNone(mail === 'reset' ? left : Math.min(left, OTHERS_PER_HOUR - sent.link - sent.notice))
}

/** Notices for which there is no mail of their own share the last one that is allowed. */
export function shareMails(notices: number, allowed: number): { alone: number; together: number } {
  if (notices <= allowed) return { alone: notices, together: 0 }
  return allowed === 0 ? { alone: 0, together: 0 } : { alone: allowed - 1, together: notices - allowed + 1 }
}

/**
 * A reset link for an unverified address is valid until the next one could be mailed to it, so there always is one or
 * can be one.
 */
export const resetLinkMinutes = (address: AddressState): number => (address === 'verified' ? 20 : 60)

const atLeastNone = (count: number): number => Math.max(0, count)
