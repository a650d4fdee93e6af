import { LANGUAGES, type Language } from '@trefoil/core/language/languages'
import { expect, test } from 'vitest'
import { composeForOwner, OWNERS_MAILS, type Recipient } from './compose.ts'
import type { Mail } from './mailer.ts'
import type { OwnersMailKind } from './outbox.ts'
import { emailChangedMail, resetMail, signInLinkMail, verifyEmailMail } from './templates.ts'

const TRANSLATED = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en')

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const STEPS = ['requested', 'approved', 'claimed', 'failed', 'paid', 'refused', 'cancelled']
const FACTS: Record<OwnersMailKind, readonly Record<string, unknown>[]> = {
  withdrawal: STEPS.map((state) => ({
    state,
    amount: '2000000',
    address: ADDRESS,
    decision: 'A reason',
    reference: 'R',
  })),
  deposit: [{ amount: '2000000', reference: 'D' }],
  'donations received': [{ amount: '2000000' }],
  'stage reached': [{ stage: 4 }],
  'cause update': [{ cause: 'Clean <Water>', slug: 'clean-water', title: 'Ten wells' }],
  'case answered': [
    { reference: 'C4SE', solved: false },
    { reference: 'C4SE', solved: true },
  ],
  'new address': [{ address: ADDRESS }],
  'passcode changed': [{}],
  'new device': [
    { device: 'Firefox on Linux', address: '192.0.2.7' },
    { device: 'Unknown browser', address: null },
  ],
  'two-factor on': [{}],
  'two-factor off': [{}],
  'wrong codes': [{}],
  'passkey added': [{}],
  'passkey removed': [{}],
  'passkey copied': [{}],
  'e-mail restored': [{}],
}

const person = (language: Language) => ({ to: 'ada@example.org', name: 'Ada', language })
const recipient = (language: Language): Recipient => ({ ...person(language), publicUrl: 'https://trefoil.test' })

/** Every mail there is, and what has to be in it. */
function everyMail(language: Language): [what: string, mail: Mail, values: string[]][] {
  const link = 'https://trefoil.test/verify-email#token'
  const to = { ...person(language), link }
  const notices = Object.entries(FACTS).flatMap(([kind, all]) => all.map((facts) => ({ kind, facts })))
  const created_at = new Date('2026-11-03T04:05:00Z')
  const happened = notices.map((notice) => ({ ...notice, created_at }))
  const twice = (kind: string) => happened.filter((one) => one.kind === kind).flatMap((one) => [one, one])
  return [
    ...happened.map((one): [string, Mail, string[]] => [
      `${one.kind} ${JSON.stringify(one.facts)}`,
      composeForOwner(recipient(language), [one]),
      valuesIn(one.kind, one.facts),
    ]),
    ...Object.keys(OWNERS_MAILS).map((kind): [string, Mail, string[]] => [
      `two of ${kind}`,
      composeForOwner(recipient(language), twice(kind)),
      ['2026', '05', 'UTC'],
    ]),
    ['several', composeForOwner(recipient(language), happened), ['2026', ADDRESS, 'C4SE', 'Clean <Water>']],
    ['reset', resetMail({ ...to, minutes: 20 }), [link, '20']],
    ['sign-in link', signInLinkMail({ ...to, minutes: 30 }), [link, '30']],
    ['verify', verifyEmailMail({ ...to, code: '012345', minutes: 30, hours: 24 }), [link, '012345', '30', '24']],
    ['e-mail changed', emailChangedMail({ ...to, hours: 72 }), [link, '72']],
  ]
}

/** What a step of a withdrawal leaves out, the English mail leaves out, too. */
function valuesIn(kind: string, facts: Record<string, unknown>): string[] {
  const english = composeForOwner(recipient('en'), [{ kind, facts, created_at: new Date() }]).text
  const shown = [
    '$20.00000',
    ADDRESS,
    'A reason',
    'Clean <Water>',
    'Ten wells',
    'C4SE',
    'Firefox',
    'Linux',
    '192.0.2.7',
  ]
  return [...shown, ...(/https:\S+/.exec(english) ?? [])].filter((value) => english.includes(value))
}

test.each(TRANSLATED)('every mail is written in %s, with all that is in the English one', (language) => {
  const english = everyMail('en')
  for (const [index, [what, mail, values]] of everyMail(language).entries()) {
    const [, original] = english[index]!
    expect(mail.subject, what).not.toBe(original.subject)
    for (const value of values) expect(mail.text, what).toContain(value)
    expect(`${mail.subject} ${mail.text.replaceAll(/https:\S+/g, '')}`, what).not.toMatch(
      /[{}#]|undefined|null|\[object/,
    )
    // No paragraph was left in English.
    const paragraphs = original.text.split('\n\n').filter((text) => !text.startsWith('https:'))
    for (const paragraph of paragraphs) expect(mail.text.split('\n\n'), what).not.toContain(paragraph)
    expect(mail.html, what).toMatch(new RegExp(`^<div lang="${language}" dir="${LANGUAGES[language].direction}">`))
    expect(mail.html, what).not.toContain('<Water>')
  }
})

test('in Arabic, values keep their own direction, and a link stays as it is', () => {
  for (const [what, mail, values] of everyMail('ar')) {
    const lines = mail.text.trim().split('\n\n')
    for (const link of values.filter((value) => value.startsWith('https:'))) {
      expect(lines, what).toContain(link)
      expect(mail.html, what).toContain(`<a dir="ltr" href="${link}">`)
    }
    for (const value of values.filter((each) => /^(0x|\$|C4SE|192)/.test(each)))
      expect(mail.text, what).toContain(`\u2068${value}\u2069`)
  }
  const [, verification] = everyMail('ar').find(([what]) => what === 'verify')!
  expect(verification.text).toContain('\u2068012345\u2069')
})

test('English is written as it was', () => {
  const [, mail] = everyMail('en').find(([what]) => what === 'reset')!
  expect(mail).toEqual({
    to: 'ada@example.org',
    subject: 'Reset your Trefoil passcode',
    text: `Hello Ada,

someone asked to reset the passcode of your Trefoil account. To choose a new one, open this link within 20 minutes:

https://trefoil.test/verify-email#token

If it was not you, do nothing: your passcode stays as it is.

After a reset, withdrawals, transfers to others and donations wait for 24 hours.
`,
    html: expect.stringMatching(/^<p>Hello Ada,<\/p>\n/),
  })
  const [, several] = everyMail('en').find(([what]) => what === 'two of passkey added')!
  expect(several.subject).toBe('2 passkeys added since 2026-11-03 04:05 UTC')
})
