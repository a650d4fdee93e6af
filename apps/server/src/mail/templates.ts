import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import { showTime } from '../languages/show-time.ts'
import { mailTexts, type MailTexts } from './copy.ts'
import type { Mail } from './mailer.ts'

/** Without a name for an address that is not verified: whoever registered it chose that text. */
type Person = { to: string; name: string; language: Language }
type Linked = Person & { link: string }

export function resetMail({ link, minutes, ...person }: Linked & { minutes: number }): Mail {
  return write(person, ({ reset }) => [reset.subject, [reset.open({ minutes }), link, reset.notYou, reset.hold]])
}

export function signInLinkMail({ link, minutes, ...person }: Linked & { minutes: number }): Mail {
  return write(person, ({ signInLink: { subject, open, once, notYou } }) => [
    subject,
    [open({ minutes }), link, once, notYou],
  ])
}

export type WithdrawalStep = 'requested' | 'approved' | 'claimed' | 'failed' | 'paid' | 'refused' | 'cancelled'

type WithdrawalMail = Linked & { step: WithdrawalStep; amount: string; address: string; reason: string | null }

export function withdrawalMail({ step, amount, address, reason, link, ...person }: WithdrawalMail): Mail {
  return write(person, ({ withdrawal }) => [
    withdrawal[step].subject({ amount }),
    [
      withdrawal[step].text({ amount, address, reason: reason ?? withdrawal.noReason }),
      withdrawal.follow,
      link,
      withdrawal.notYou,
    ],
  ])
}

export const depositMail = ({ amount, link, ...person }: Linked & { amount: string }): Mail =>
  write(person, ({ deposit, chosen }) => [deposit.subject({ amount }), [deposit.text({ amount }), link, chosen]])

export const donationsReceivedMail = ({ amount, link, ...person }: Linked & { amount: string }): Mail =>
  write(person, ({ received, chosen }) => [received.subject({ amount }), [received.text({ amount }), link, chosen]])

export const stageReachedMail = ({ stage, link, ...person }: Linked & { stage: number }): Mail =>
  write(person, (texts) => [texts.stage.subject({ stage }), [texts.stage.text({ stage }), link, texts.chosen]])

export const causeUpdateMail = ({ cause, title, link, ...person }: Linked & { cause: string; title: string }): Mail =>
  write(person, ({ causeUpdate, chosen }) => [
    causeUpdate.subject({ cause, title }),
    [causeUpdate.text({ cause, title }), link, chosen],
  ])

export const caseAnsweredMail = ({
  reference,
  solved,
  link,
  ...person
}: Linked & { reference: string; solved: boolean }): Mail =>
  write(person, ({ caseAnswered: { subject, text, solvedSubject, solvedText, never } }) => [
    (solved ? solvedSubject : subject)({ reference }),
    [(solved ? solvedText : text)({ reference }), link, never],
  ])

export const newAddressMail = ({ address, link, ...person }: Linked & { address: string }): Mail =>
  write(person, ({ newAddress: { subject, text, notYou } }) => [subject, [text({ address }), notYou, link]])

export const passcodeChangedMail = ({ link, ...person }: Linked): Mail =>
  write(person, ({ passcodeChanged: { subject, text, notYou } }) => [subject, [text, notYou, link]])

type DeviceMail = Linked & { device: string; address: string | null }

export const newDeviceMail = ({ device, address, link, ...person }: DeviceMail): Mail =>
  write(person, (texts) => {
    const { subject, text, unknownAddress } = texts.newDevice
    const shown = text({ device: deviceIn(texts, device), address: address ?? unknownAddress })
    return [subject, [shown, texts.changePasscode, link]]
  })

/** `device` is what `describeDevice` made of it. */
function deviceIn({ newDevice: { deviceOn, unknownBrowser } }: MailTexts, device: string): string {
  const [named = '', system] = device.split(' on ')
  const browser = named === 'Unknown browser' ? unknownBrowser : named
  return system === undefined ? browser : deviceOn({ browser, system })
}

export const twoFactorMail = ({ isOn, link, ...person }: Linked & { isOn: boolean }): Mail =>
  write(person, ({ twoFactor: { onSubject, on, offSubject, off, notYou } }) => [
    isOn ? onSubject : offSubject,
    [isOn ? on : off, notYou, link],
  ])

export const wrongCodesMail = ({ link, ...person }: Linked): Mail =>
  write(person, ({ wrongCodes, changePasscode }) => [wrongCodes.subject, [wrongCodes.text, changePasscode, link]])

/** Without the passkey's name: a stranger may have chosen it. */
export const passkeyMail = ({ event, link, ...person }: Linked & { event: 'added' | 'removed' | 'copied' }): Mail =>
  write(person, ({ passkey }) => [passkey[event].subject, [passkey[event].text, passkey.notYou, link]])

type VerifyMail = Linked & { code: string; minutes: number; hours: number }

/** For somebody who may never have heard of us: it says what to do if it was not them. */
export const verifyEmailMail = ({ link, code, minutes, hours, ...person }: VerifyMail): Mail =>
  write(person, ({ verify }) => [
    verify.subject,
    [verify.open, link, verify.code({ code }), verify.times({ hours, minutes }), verify.notYou],
  ])

export const emailChangedMail = ({ link, hours, ...person }: Linked & { hours: number }): Mail =>
  write(person, ({ emailChanged: { subject, hold, takeBack } }) => [subject, [hold({ hours }), takeBack, link]])

export const emailRestoredMail = ({ link, ...person }: Linked): Mail =>
  write(person, ({ emailRestored: { subject, text, setNew } }) => [subject, [text, setNew, link]])

type SeveralNotices = Linked & { lines: string[]; count: number; since: Date }

export function severalNoticesMail({ lines, count, since, link, ...person }: SeveralNotices): Mail {
  const time = showTime(since, person.language)
  return write(person, ({ several }) => [
    lines.length === 1
      ? several.subjectOfOne({ what: capitalised(lines[0] ?? ''), time })
      : several.subject({ count, time }),
    [several.text({ time }), ...lines.map((line) => `– ${line}`), several.why, link],
  ])
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type OperatorsMail = { to: string; name: string; lines: string[]; link: string }

/** In English, like the console. */
export const operatorsMail = ({ lines, link, ...person }: OperatorsMail): Mail =>
  write({ ...person, language: SOURCE_LANGUAGE }, () => [
    `${lines.length === 1 ? 'Something waits' : `${lines.length} things wait`} for an operator`,
    [...lines, link],
  ])

type Content = [subject: string, paragraphs: string[]]

/** The same text twice: as plain text, and as simple HTML with a link. */
function write({ to, name, language }: Person, say: (texts: MailTexts) => Content): Mail {
  const texts = mailTexts(language)
  const [subject, body] = say(texts)
  const paragraphs = [name === '' ? texts.hello : texts.helloTo({ name }), ...body]
  const html = paragraphs.map(
    (text) => `<p>${/^https?:\/\//.test(text) ? anchor(text, language) : escapeHtml(text)}</p>`,
  )
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: inLanguage(html.join('\n'), language) }
}

function inLanguage(html: string, language: Language): string {
  if (language === SOURCE_LANGUAGE) return html
  return `<div lang="${language}" dir="${LANGUAGES[language].direction}">\n${html}\n</div>`
}

/** Where text runs from right to left, an address still runs from left to right. */
const anchor = (link: string, language: Language) =>
  `<a${LANGUAGES[language].direction === 'rtl' ? ' dir="ltr"' : ''} href="${escapeHtml(link)}">${escapeHtml(link)}</a>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
