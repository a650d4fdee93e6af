import type { Mail } from './mailer.ts'

type ResetMail = { to: string; name: string; link: string; minutes: number }

export function resetMail({ to, name, link, minutes }: ResetMail): Mail {
  return compose(to, 'Reset your Trefoil passcode', [
    `Hello ${name},`,
    `someone asked to reset the passcode of your Trefoil account. To choose a new one, open this link within ${minutes} minutes:`,
    link,
    'If it was not you, do nothing: your passcode stays as it is.',
    'After a reset, withdrawals wait for 24 hours.',
  ])
}

/** One text, twice: as it is, and as plain HTML where the link can be clicked. */
function compose(to: string, subject: string, paragraphs: string[]): Mail {
  const html = paragraphs.map((text) => `<p>${/^https?:\/\//.test(text) ? anchor(text) : escapeHtml(text)}</p>`)
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: html.join('\n') }
}

const anchor = (link: string) => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
