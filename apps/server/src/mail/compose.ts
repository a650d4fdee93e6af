import { show, usd } from '@trefoil/core/money'
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
export type Recipient = { to: string; name: string; publicUrl: string }

type Notice<Kind extends OwnersMailKind> = {
  compose: (recipient: Recipient, facts: MailFacts[Kind]) => Mail
  /** Several of them as a part of one mail. */
  summary: (count: number, newest: MailFacts[Kind]) => string
}

const settingsOf = (publicUrl: string): string => `${publicUrl}/dashboard/setting`

const securityOf = (publicUrl: string): string => `${settingsOf(publicUrl)}?tab=security`

const times = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

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
    summary: (count) => times(count, 'step of a withdrawal', 'steps of withdrawals'),
  },
  deposit: {
    compose: ({ publicUrl, ...person }, { amount }) =>
      depositMail({ ...person, amount: showUnits(amount), link: `${publicUrl}/dashboard/deposit` }),
    summary: (count) => times(count, 'deposit', 'deposits'),
  },
  'donations received': {
    compose: ({ publicUrl, ...person }, { amount }) =>
      donationsReceivedMail({
        ...person,
        amount: showUnits(amount),
        link: `${publicUrl}/dashboard/reports?tab=earning`,
      }),
    summary: () => 'shares of donations received',
  },
  'stage reached': {
    compose: ({ publicUrl, ...person }, { stage }) =>
      stageReachedMail({ ...person, stage, link: `${publicUrl}/dashboard/donate` }),
    summary: (_, { stage }) => `stage ${stage} reached`,
  },
  'cause update': {
    compose: ({ publicUrl, ...person }, { cause, slug, title }) =>
      causeUpdateMail({ ...person, cause, title, link: `${publicUrl}/causes/${encodeURIComponent(slug)}` }),
    summary: (count, { cause }) => `${times(count, 'update', 'updates')} from causes, the last one from ${cause}`,
  },
  'case answered': {
    compose: ({ publicUrl, ...person }, { reference, solved }) =>
      caseAnsweredMail({ ...person, reference, solved, link: `${publicUrl}/dashboard/support?case=${reference}` }),
    summary: (count, { reference }) =>
      `${times(count, 'answer', 'answers')} from support, the last one in case ${reference}`,
  },
  'new address': {
    compose: ({ publicUrl, ...person }, { address }) =>
      newAddressMail({ ...person, address, link: settingsOf(publicUrl) }),
    summary: (count, { address }) =>
      `${times(count, 'change', 'changes')} of your payout address, which is now ${address}`,
  },
  'passcode changed': {
    compose: ({ publicUrl, ...person }) => passcodeChangedMail({ ...person, link: `${publicUrl}/forgot-password` }),
    summary: (count) => `${times(count, 'change', 'changes')} of your passcode`,
  },
  'new device': {
    compose: ({ publicUrl, ...person }, { device, address }) =>
      newDeviceMail({
        ...person,
        device: device ?? 'Unknown browser',
        address: address ?? 'an unknown address',
        link: settingsOf(publicUrl),
      }),
    summary: (count) => times(count, 'new sign-in', 'new sign-ins'),
  },
  'two-factor on': {
    compose: ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: true, link: settingsOf(publicUrl) }),
    summary: (count) => `two-factor authentication turned on${often(count)}`,
  },
  'two-factor off': {
    compose: ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: false, link: settingsOf(publicUrl) }),
    summary: (count) => `two-factor authentication turned off${often(count)}`,
  },
  'wrong codes': {
    compose: ({ publicUrl, ...person }) => wrongCodesMail({ ...person, link: settingsOf(publicUrl) }),
    summary: (count) => `several wrong codes${often(count)}`,
  },
  'passkey added': {
    compose: ({ publicUrl, ...person }) => passkeyMail({ ...person, event: 'added', link: securityOf(publicUrl) }),
    summary: (count) => `${times(count, 'passkey', 'passkeys')} added`,
  },
  'passkey removed': {
    compose: ({ publicUrl, ...person }) => passkeyMail({ ...person, event: 'removed', link: securityOf(publicUrl) }),
    summary: (count) => `${times(count, 'passkey', 'passkeys')} removed`,
  },
  'passkey copied': {
    compose: ({ publicUrl, ...person }) => passkeyMail({ ...person, event: 'copied', link: securityOf(publicUrl) }),
    summary: (count) => `${times(count, 'passkey', 'passkeys')} blocked, because somebody has a copy`,
  },
  'e-mail restored': {
    compose: ({ publicUrl, ...person }) => emailRestoredMail({ ...person, link: `${publicUrl}/forgot-password` }),
    summary: (count) => `your e-mail address taken back${often(count)}`,
  },
}

const often = (count: number): string => (count === 1 ? '' : ` ${count} times`)

type Happened = { kind: string; facts: unknown; created_at: Date }

/** Several notices become one mail, with a line for each kind. */
export function composeForOwner(recipient: Recipient, notices: readonly Happened[]): Mail {
  const byKind = new Map<string, Happened[]>()
  for (const notice of notices) byKind.set(notice.kind, [...(byKind.get(notice.kind) ?? []), notice])
  const [first] = notices
  if (notices.length === 1 && first) return templateOf(first.kind).compose(recipient, first.facts)
  const lines = [...byKind].map(([kind, all]) => templateOf(kind).summary(all.length, all.at(-1)?.facts))
  const since = new Date(Math.min(...notices.map(({ created_at: time }) => time.getTime())))
  const { publicUrl, ...person } = recipient
  return severalNoticesMail({ ...person, lines, count: notices.length, since, link: settingsOf(publicUrl) })
}

type AnyNotice = {
  compose: (recipient: Recipient, facts: unknown) => Mail
  summary: (count: number, newest: unknown) => string
}

function templateOf(kind: string): AnyNotice {
  const template = OWNERS_MAILS[kind as OwnersMailKind] as AnyNotice | undefined
  if (!template) throw new Error(`There is no template for mails of the kind "${kind}"`)
  return template
}

/** One mail for everything that waits. */
export const composeForOperator = ({ publicUrl, ...person }: Recipient, mails: readonly OperatorsMail[]): Mail =>
  operatorsMail({ ...person, lines: mails.map(lineOf), link: `${publicUrl}/operator` })

function lineOf(mail: OperatorsMail): string {
  if (mail.kind === 'alarm') return mail.facts.sentence
  if (mail.kind === 'proposal waits') return `Waits for a second person: ${mail.facts.summary}`
  if (mail.kind === 'reserves waits') return `Payouts wait until the reserves are explained. ${mail.facts.trouble}`
  if (mail.kind === 'case waits')
    return `${mail.facts.isNew ? 'A new case' : 'A case in which the member wrote again'} waits for an answer: ${mail.facts.reference}`
  if (mail.kind === 'recovery waits') return `Payouts wait until the recovery ends. ${mail.facts.why}`
  return `A withdrawal of ${showUnits(mail.facts.amount)} waits (${mail.facts.waits_for}): ${mail.facts.reference}`
}

const showUnits = (units: string): string => show(usd(BigInt(units)))
