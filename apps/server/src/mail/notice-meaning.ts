import type { NoticeMeaning } from '@trefoil/contract/notice-values'
import { show, usd } from '@trefoil/core/money'
import type { MailFacts } from './kinds.ts'
import type { WithdrawalStep } from './templates.ts'
import type { InboxKind } from './topics.ts'

/** For screens in other languages: what `describeNotice` says in English. */
const MEANINGS: { [Kind in InboxKind]: (facts: MailFacts[Kind]) => NoticeMeaning } = {
  withdrawal: ({ state, amount: units, address, decision }) => {
    const step = state as WithdrawalStep
    const amount = showUnits(units)
    if (step === 'failed' || step === 'cancelled') return { code: `withdrawal_${step}`, params: { amount } }
    if (step !== 'refused') return { code: `withdrawal_${step}`, params: { amount, address } }
    return decision === null
      ? { code: 'withdrawal_refused_unexplained', params: { amount } }
      : { code: 'withdrawal_refused', params: { amount, reason: decision } }
  },
  deposit: ({ amount }) => ({ code: 'deposit', params: { amount: showUnits(amount) } }),
  'donations received': ({ amount }) => ({ code: 'donations_received', params: { amount: showUnits(amount) } }),
  'stage reached': ({ stage }) => ({ code: 'stage_reached', params: { stage } }),
  'cause update': ({ cause, title, withdrawn }) =>
    withdrawn
      ? { code: 'cause_update_withdrawn', params: { cause } }
      : { code: 'cause_update', params: { title, cause } },
  'case answered': ({ reference, solved }) => ({
    code: solved ? 'case_solved' : 'case_answered',
    params: { reference },
  }),
  'new address': ({ address }) => ({ code: 'new_address', params: { address } }),
  'passcode changed': () => ({ code: 'passcode_changed', params: {} }),
  'new device': ({ device }) => {
    const [, browser, system] = /^(?!Unknown browser)(.+) on (.+)$/.exec(device) ?? []
    return browser === undefined || system === undefined
      ? { code: 'new_device_unknown', params: {} }
      : { code: 'new_device', params: { browser, system } }
  },
  'two-factor on': () => ({ code: 'two_factor_on', params: {} }),
  'two-factor off': () => ({ code: 'two_factor_off', params: {} }),
  'wrong codes': () => ({ code: 'wrong_codes', params: {} }),
  'passkey added': () => ({ code: 'passkey_added', params: {} }),
  'passkey removed': () => ({ code: 'passkey_removed', params: {} }),
  'passkey copied': () => ({ code: 'passkey_copied', params: {} }),
  'e-mail restored': () => ({ code: 'email_restored', params: {} }),
  'e-mail changed': () => ({ code: 'email_changed', params: {} }),
}

export const meaningOf = (kind: InboxKind, facts: unknown): NoticeMeaning =>
  (MEANINGS[kind] as (facts: unknown) => NoticeMeaning)(facts)

const showUnits = (units: string): string => show(usd(BigInt(units)))
