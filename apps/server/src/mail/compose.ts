import type { Language } from '@trefoil/core/language/languages'
import { show, usd } from '@trefoil/core/money'
import { mailTexts, type MailTexts } from './copy.ts'
import type { Mail } from './mailer.ts'
import type { MailFacts } from './kinds.ts'
import type { OperatorsMail, OwnersMailKind } from './outbox.ts'
import {
  caseAnsweredMail,
  causeUpdateMail,
  depositMail,
  donationsReceivedMail,
  emailRestoredMail,
  newAddressMail,
  newDeviceMail,
  operatorsMail,
  passcodeChangedMail,
  passkeyMail,
  severalNoticesMail,
  stageReachedMail,
  twoFactorMail,
  withdrawalMail,
  wrongCodesMail,
  type WithdrawalStep,
} from './templates.ts'

/** Without a name for an address that is not verified: whoever registered it chose that text. */
export type Recipient = { to: string; name: string; language: Language; publicUrl: string }

type Summaries = MailTexts['summaries']

type Notice<Kind extends OwnersMailKind> = {
  compose: (recipient: Recipient, facts: MailFacts[Kind]) => Mail
  /** Several of them as a part of one mail. */
  summary: (texts: Summaries, count: number, newest: MailFacts[Kind]) => string
}

const settingsOf = (publicUrl: string): string => `${publicUrl}/dashboard/setting`

const securityOf = (publicUrl: string): string => `${settingsOf(publicUrl)}?tab=security`

/** Mails to the owner of an account, by kind. */
export const OWNERS_MAILS: { [Kind in OwnersMailKind]: Notice<Kind> } = {
  withdrawal: {
    compose: ({ publicUrl, ...person }, { state, amount, address, decision }) =>
      withdrawalMail({
        ...person,
        step: state as WithdrawalStep,
        amount: showUnits(amount),
        address,
        reason: decision,
        link: `${publicUrl}/dashboard/withdraw`,
      }),
    summary: ({ withdrawals }, count) => withdrawals({ count }),
  },
  deposit: {
    compose: ({ publicUrl, ...person }, { amount }) =>
      depositMail({ ...person, amount: showUnits(amount), link: `${publicUrl}/dashboard/deposit` }),
    summary: ({ deposits }, count) => deposits({ count }),
  },
  'donations received': {
    compose: ({ publicUrl, ...person }, { amount }) =>
      donationsReceivedMail({
        ...person,
        amount: showUnits(amount),
        link: `${publicUrl}/dashboard/reports?tab=earning`,
      }),
    summary: ({ received }) => received,
  },
  'stage reached': {
    compose: ({ publicUrl, ...person }, { stage }) =>
      stageReachedMail({ ...person, stage, link: `${publicUrl}/dashboard/donate` }),
    summary: (texts, _, { stage }) => texts.stage({ stage }),
  },
  'cause update': {
    compose: ({ publicUrl, ...person }, { cause, slug, title }) =>
      causeUpdateMail({ ...person, cause, title, link: `${publicUrl}/causes/${encodeURIComponent(slug)}` }),
    summary: ({ causeUpdates }, count, { cause }) => causeUpdates({ count, cause }),
  },
  'case answered': {
    compose: ({ publicUrl, ...person }, { reference, solved }) =>
      caseAnsweredMail({ ...person, reference, solved, link: `${publicUrl}/dashboard/support?case=${reference}` }),
    summary: ({ caseAnswers }, count, { reference }) => caseAnswers({ count, reference }),
  },
  'new address': {
    compose: ({ publicUrl, ...person }, { address }) =>
      newAddressMail({ ...person, address, link: settingsOf(publicUrl) }),
    summary: ({ newAddress }, count, { address }) => newAddress({ count, address }),
  },
  'passcode changed': {
    compose: ({ publicUrl, ...person }) => passcodeChangedMail({ ...person, link: `${publicUrl}/forgot-password` }),
    summary: ({ passcodes }, count) => passcodes({ count }),
  },
  'new device': {
    compose: ({ publicUrl, ...person }, { device, address }) =>
      newDeviceMail({
        ...person,
        device: device ?? 'Unknown browser',
        address,
        link: settingsOf(publicUrl),
      }),
    summary: ({ devices }, count) => devices({ count }),
  },
  'two-factor on': {
    compose: ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: true, link: settingsOf(publicUrl) }),
    summary: ({ twoFactorOn }, count) => twoFactorOn({ count }),
  },
  'two-factor off': {
    compose: ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: false, link: settingsOf(publicUrl) }),
    summary: ({ twoFactorOff }, count) => twoFactorOff({ count }),
  },
  'wrong codes': {
    compose: ({ publicUrl, ...person }) => wrongCodesMail({ ...person, link: settingsOf(publicUrl) }),
    summary: ({ wrongCodes }, count) => wrongCodes({ count }),
  },
  'passkey added': {
    compose: ({ publicUrl, ...person }) => passkeyMail({ ...person, event: 'added', link: securityOf(publicUrl) }),
    summary: ({ passkeysAdded }, count) => passkeysAdded({ count }),
  },
  'passkey removed': {
    compose: ({ publicUrl, ...person }) => passkeyMail({ ...person, event: 'removed', link: securityOf(publicUrl) }),
    summary: ({ passkeysRemoved }, count) => passkeysRemoved({ count }),
  },
  'passkey copied': {
    compose: ({ publicUrl, ...person }) => passkeyMail({ ...person, event: 'copied', link: securityOf(publicUrl) }),
    summary: ({ passkeysCopied }, count) => passkeysCopied({ count }),
  },
  'e-mail restored': {
    compose: ({ publicUrl, ...person }) => emailRestoredMail({ ...person, link: `${publicUrl}/forgot-password` }),
    summary: ({ emailRestored }, count) => emailRestored({ count }),
  },
}

type Happened = { kind: string; facts: unknown; created_at: Date }

/** Several notices become one mail, with a line for each kind. */
export function composeForOwner(recipient: Recipient, notices: readonly Happened[]): Mail {
  const byKind = new Map<string, Happened[]>()
  for (const notice of notices) byKind.set(notice.kind, [...(byKind.get(notice.kind) ?? []), notice])
  const [first] = notices
  if (notices.length === 1 && first) return templateOf(first.kind).compose(recipient, first.facts)
  const { summaries } = mailTexts(recipient.language)
  const lines = [...byKind].map(([kind, all]) => templateOf(kind).summary(summaries, all.length, all.at(-1)?.facts))
  const since = new Date(Math.min(...notices.map(({ created_at: time }) => time.getTime())))
  const { publicUrl, ...person } = recipient
  return severalNoticesMail({ ...person, lines, count: notices.length, since, link: settingsOf(publicUrl) })
}

type AnyNotice = {
  compose: (recipient: Recipient, facts: unknown) => Mail
  summary: (texts: Summaries, count: number, newest: unknown) => string
}

function templateOf(kind: string): AnyNotice {
  const template = OWNERS_MAILS[kind as OwnersMailKind] as AnyNotice | undefined
  if (!template) throw new Error(`There is no template for mails of the kind "${kind}"`)
  return template
}

/** One mail for everything that waits. */
export const composeForOperator = ({ publicUrl, to, name }: Recipient, mails: readonly OperatorsMail[]): Mail =>
  operatorsMail({ to, name, lines: mails.map(lineOf), link: `${publicUrl}/operator` })

function lineOf(mail: OperatorsMail): string {
  if (mail.kind === 'alarm') return mail.facts.sentence
  if (mail.kind === 'proposal waits') return `Waits for a second person: ${mail.facts.summary}`
  if (mail.kind === 'reserves waits') return `Payouts wait until the reserves are explained. ${mail.facts.trouble}`
  if (mail.kind === 'case waits')
    return `${mail.facts.isNew ? 'A new case' : 'A case in which the member wrote again'} waits for an answer: ${mail.facts.reference}`
  if (mail.kind === 'screening waits')
    return `Screening has a hit on ${HIT_SUBJECTS[mail.facts.moment]}, which waits for an operator: number ${mail.facts.hit}`
  if (mail.kind === 'recovery waits') return `Payouts wait until the recovery ends. ${mail.facts.why}`
  return `A withdrawal of ${showUnits(mail.facts.amount)} waits (${mail.facts.waits_for}): ${mail.facts.reference}`
}

const HIT_SUBJECTS = { address: 'an address that was to be saved', deposit: 'the sender of a deposit' }

const showUnits = (units: string): string => show(usd(BigInt(units)))
