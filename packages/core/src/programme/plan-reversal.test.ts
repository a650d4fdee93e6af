import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { available, cause, chain, impact, operations, type Account } from '../ledger/account.ts'
import type { Reason } from '../ledger/journal.ts'
import { NOTHING, usd } from '../money.ts'
import { defaultProgramme } from './default-programme.ts'
import { isReversible, planReversal } from './plan-reversal.ts'
import { readProgramme } from './programme-record.ts'

const programme = readProgramme(1, defaultProgramme)
const facts = {
  original: {
    source: { kind: 'impact', member: 1 },
    credits: [{ target: available(2), amount: usd(10n), share: 'sponsor' }],
    reason: 'donation',
    reference: 'donation-1',
    ruleVersion: 1,
  },
  isReversed: false,
  isWindowOpen: () => true,
  takenFromReturnable: NOTHING,
  balance: () => usd(10n),
  donation: {
    donor: 1,
    isLatest: true,
    current: { stage: 1, lastDonation: usd(10n), earned: NOTHING },
    closed: { stage: 0, lastDonation: NOTHING, earned: NOTHING },
  },
  programme,
} as const
const bears = { operationsBears: true }
const doesNotBear = { operationsBears: false }

describe('only a transfer, an assigned deposit or a donation can be reversed', () => {
  const reasons: Reason[] = [
    'deposit',
    'donation',
    'transfer',
    'withdrawal_held',
    'withdrawal_released',
    'withdrawal_paid',
    'adjustment',
    'reversal',
    'closing',
  ]
  test.each<[string, Account, Reason[]]>([
    ['out of a balance', impact(1), ['donation', 'transfer']],
    ['from the chain', chain, ['donation', 'transfer', 'adjustment']],
  ])('%s', (_, source, reversible) => {
    expect(reasons.filter((reason) => isReversible({ reason, source: source.kind }))).toEqual(reversible)
    for (const reason of reasons.filter((one) => !reversible.includes(one)))
      expect(
        refusalOf(() =>
          planReversal({ ...facts, original: { ...facts.original, source, reason }, donation: null }, bears),
        ),
      ).toMatchObject({
        code: 'wrong_state',
        sentence: 'Only a transfer, an assigned deposit or a donation can be reversed',
      })
  })
})

describe('what can be returned again', () => {
  const restored = (source: Account, taken: bigint) => {
    const original = { ...facts.original, source, reason: 'transfer' } as const
    const plan = planReversal({ ...facts, original, donation: null, takenFromReturnable: usd(taken) }, bears)
    return 'restored' in plan ? plan.restored : 'nothing'
  }

  test('is what a deposit was spent of', () => {
    expect(restored(impact(1), 3n)).toEqual({ member: 1, amount: 3n })
    expect(restored(impact(1), 0n)).toBe('nothing')
  })

  test('is nothing that was earned, and nothing of others', () => {
    for (const source of [available(1), chain, cause(1), operations])
      for (const taken of [0n, 3n]) expect(restored(source, taken)).toBe('nothing')
  })
})

describe('the window before a reversed donation', () => {
  const reopened = (current: bigint, closed: bigint, lastDonation: bigint) => {
    const donation = {
      ...facts.donation,
      current: { stage: 2, lastDonation: usd(10n), earned: usd(current) },
      closed: { stage: 1, lastDonation: usd(lastDonation), earned: usd(closed) },
    }
    return () => planReversal({ ...facts, donation, programme }, bears).window
  }

  test('is open again, with what was earned since, up to its threshold', () => {
    expect(reopened(3n, 7n, 10n)()).toEqual({ member: 1, becomes: { stage: 1, lastDonation: 10n, earned: 10n } })
    expect(refusalOf(reopened(4n, 7n, 10n))).toEqual({
      code: 'wrong_state',
      sentence:
        'The member has earned $0.00004 since. With it, $0.00011 would be earned under the earlier threshold of $0.00010',
      detail: undefined,
    })
  })

  test('is open again as it was, even if rules have changed and it had earned more', () => {
    expect(reopened(0n, 11n, 10n)()).toMatchObject({ becomes: { earned: 11n } })
  })
})

describe('refused, with the reason', () => {
  test('what was reversed', () => {
    expect(refusalOf(() => planReversal({ ...facts, isReversed: true }, bears))).toMatchObject({
      code: 'wrong_state',
      sentence: 'This journal was already reversed',
    })
  })
  test('a donation that is not the latest', () => {
    const donation = { ...facts.donation, isLatest: false }
    expect(refusalOf(() => planReversal({ ...facts, donation }, bears))).toMatchObject({
      code: 'wrong_state',
      sentence: 'The member has donated since: only the latest donation can be reversed',
    })
  })
  test('a share that was spent, unless operations bears the difference', () => {
    const spent = { ...facts, balance: ({ kind }: { kind: string }) => usd(kind === 'operations' ? 6n : 4n) }
    expect(refusalOf(() => planReversal(spent, doesNotBear))).toMatchObject({
      code: 'insufficient_funds',
      sentence: '$0.00006 of it was already spent: it can only be reversed if operations bears the difference',
    })
    expect(planReversal(spent, bears)).toMatchObject({ borne: 6n, freed: [{ member: 2, amount: 4n }] })
  })
})
