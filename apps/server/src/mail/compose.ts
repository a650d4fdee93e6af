import { show, usd } from '@trefoil/core/money'
import type { Mail } from './mailer.ts'
import type { MailFacts, OperatorsMail, OwnersMailKind } from './outbox.ts'
import {
  newAddressMail,
  newDeviceMail,
  operatorsMail,
  passcodeChangedMail,
  twoFactorMail,
  withdrawalMail,
  wrongCodesMail,
  type WithdrawalStep,
} from './templates.ts'

export type Recipient = { to: string; name: string; publicUrl: string }

type Compose<Kind extends OwnersMailKind> = (recipient: Recipient, facts: MailFacts[Kind]) => Mail

const settingsOf = (publicUrl: string): string => `${publicUrl}/dashboard/setting`

/** Mails to the owner of an account, by kind. */
export const OWNERS_MAILS: { [Kind in OwnersMailKind]: Compose<Kind> } = {
  withdrawal: ({ publicUrl, ...person }, { state, amount, address, decision }) =>
    withdrawalMail({
      ...person,
      step: state as WithdrawalStep,
      amount: showUnits(amount),
      address,
      reason: decision,
      link: `${publicUrl}/dashboard/withdraw`,
    }),
  'new address': ({ publicUrl, ...person }, { address }) =>
    newAddressMail({ ...person, address, link: settingsOf(publicUrl) }),
  'passcode changed': ({ publicUrl, ...person }) =>
    passcodeChangedMail({ ...person, link: `${publicUrl}/forgot-password` }),
  'new device': ({ publicUrl, ...person }, { agent, address }) =>
    newDeviceMail({
      ...person,
      agent: agent ?? 'an unknown browser',
      address: address ?? 'an unknown address',
      link: settingsOf(publicUrl),
    }),
  'two-factor on': ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: true, link: settingsOf(publicUrl) }),
  'two-factor off': ({ publicUrl, ...person }) =>
    twoFactorMail({ ...person, isOn: false, link: settingsOf(publicUrl) }),
  'wrong codes': ({ publicUrl, ...person }) => wrongCodesMail({ ...person, link: settingsOf(publicUrl) }),
}

/** One mail for everything that waits. */
export const composeForOperator = ({ publicUrl, ...person }: Recipient, mails: readonly OperatorsMail[]): Mail =>
  operatorsMail({ ...person, lines: mails.map(lineOf), link: `${publicUrl}/operator` })

function lineOf(mail: OperatorsMail): string {
  if (mail.kind === 'proposal waits') return `Waits for a second person: ${mail.facts.summary}`
  if (mail.kind === 'reserves waits') return `Payouts wait until the reserves are explained. ${mail.facts.trouble}`
  return `A withdrawal of ${showUnits(mail.facts.amount)} waits (${mail.facts.waits_for}): ${mail.facts.reference}`
}

const showUnits = (units: string): string => show(usd(BigInt(units)))
