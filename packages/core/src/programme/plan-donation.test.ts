import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { parseUsd, show, total, usd } from '../money.ts'
import { cause } from '../ledger/account.ts'
import { newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { defaultProgramme } from './default-programme.ts'
import { divisionRecord } from './division.ts'
import { planDonation, type DonationFacts } from './plan-donation.ts'
import { readProgramme } from './programme-record.ts'

const programme = readProgramme(1, defaultProgramme)
const DONOR = 100

function balances(member: number, { stage = 10, room = 1000, impact = 0 } = {}): MemberBalances {
  return {
    ...newMemberBalances(member),
    impact: { balance: parseUsd(impact), sequence: 1 },
    window: { stage, lastDonation: parseUsd(room), earned: usd(0n) },
  }
}

const tenAbove = Array.from({ length: 10 }, (_, index) => balances(index + 1))

function donate(dollars: number, facts: Partial<DonationFacts> = {}) {
  const donor = balances(DONOR, { stage: 0, room: 0, impact: 1000 })
  return planDonation(
    { programme, donor, sponsor: balances(50), above: tenAbove, ...facts },
    { amount: parseUsd(dollars), cause: 2, reference: 'donation/1' },
  )
}

const paid = (plan: ReturnType<typeof donate>): Record<string, string> =>
  Object.fromEntries(plan.division.map((row) => [row.share, show(row.paid)]))

describe('under the default programme', () => {
  test('$100 under a full upline is divided into 13 shares', () => {
    const plan = donate(100)
    expect(paid(plan)).toEqual({
      sponsor: '$10.00000',
      level_1: '$3.00000',
      level_2: '$3.00000',
      level_3: '$2.00000',
      level_4: '$2.00000',
      level_5: '$1.00000',
      level_6: '$1.00000',
      level_7: '$1.00000',
      level_8: '$1.00000',
      level_9: '$0.50000',
      level_10: '$0.50000',
      operations: '$5.00000',
      cause: '$70.00000',
    })
    expect(plan.journals[0].credits).toHaveLength(13)
    expect(plan.journals[0].credits.at(-1)).toMatchObject({ share: 'cause', target: cause(2) })
    expect(plan.journals[0]).toMatchObject({ reason: 'donation', reference: 'donation/1', ruleVersion: 1 })
  })

  test('without an upline, the cause gets everything except operations', () => {
    const plan = donate(100, { sponsor: null, above: [] })
    expect(plan.journals[0].credits).toMatchObject([
      { share: 'operations', amount: 500_000n },
      { share: 'cause', amount: 9_500_000n },
    ])
    expect(plan.division.filter((row) => row.cut === 'no_member')).toHaveLength(11)
  })

  test('a sponsor who is also above in the tree earns both shares', () => {
    const both = tenAbove[1]!
    const earned = donate(100, { sponsor: both }).journals[0].credits.filter(
      ({ target }) => 'member' in target && target.member === both.member,
    )
    expect(earned.map(({ share, amount }) => [share, show(amount)])).toEqual([
      ['sponsor', '$10.00000'],
      ['level_2', '$3.00000'],
    ])
  })

  test('rounding differences go to the cause', () => {
    // 0.5 % of $10.00001 is 5000.005 units, 3 % is 30000.03, 10 % is 100000.1.
    const plan = donate(10.00001)
    expect(paid(plan)).toMatchObject({ sponsor: '$1.00000', level_10: '$0.05000', cause: '$7.00001' })
  })
})

describe('a share is not paid', () => {
  const rowOf = (plan: ReturnType<typeof donate>, share: string) => plan.division.find((row) => row.share === share)

  test('from a level above the earner’s stage', () => {
    const plan = donate(100, { above: tenAbove.map((_, index) => balances(index + 1, { stage: 4 })) })
    const skipped = plan.division.filter((row) => row.cut === 'stage_too_low').map((row) => row.share)
    expect(skipped).toEqual(['level_5', 'level_6', 'level_7', 'level_8', 'level_9', 'level_10'])
    expect(paid(plan)['cause']).toBe('$75.00000')
  })

  test('to a sponsor who has not started', () => {
    const plan = donate(100, { sponsor: balances(50, { stage: 0, room: 0 }) })
    expect(rowOf(plan, 'sponsor')).toEqual({
      share: 'sponsor',
      member: 50,
      due: 1_000_000n,
      paid: 0n,
      cut: 'stage_too_low',
    })
  })

  test('beyond the threshold, and the division shows what was cut', () => {
    const plan = donate(100, { sponsor: balances(50, { room: 4 }) })
    expect(rowOf(plan, 'sponsor')).toMatchObject({ due: 1_000_000n, paid: 400_000n, cut: 'threshold_reached' })
    expect(rowOf(plan, 'cause')).toMatchObject({ due: 7_000_000n, paid: 7_600_000n, cut: null })
  })

  test('if the sponsor’s share has used up the room', () => {
    const both = balances(1, { room: 12 })
    const plan = donate(100, { sponsor: both, above: [both, ...tenAbove.slice(1)] })
    expect(rowOf(plan, 'sponsor')).toMatchObject({ paid: 1_000_000n, cut: null })
    expect(rowOf(plan, 'level_1')).toMatchObject({ due: 300_000n, paid: 200_000n, cut: 'threshold_reached' })
  })

  test('but a frozen member still earns', () => {
    const plan = donate(100, { sponsor: { ...balances(50), frozen: true } })
    expect(rowOf(plan, 'sponsor')).toMatchObject({ paid: 1_000_000n, cut: null })
  })
})

test('a donation opens a new window for the donor and records the one it closed', () => {
  const started = balances(DONOR, { stage: 2, room: 20, impact: 1000 })
  const donor = { ...started, window: { ...started.window, earned: parseUsd(7) } }
  const plan = donate(25, { donor })
  expect(plan.window).toEqual({ member: DONOR, becomes: { stage: 3, lastDonation: 2_500_000n, earned: 0n } })
  expect(plan.closed).toEqual(donor.window)
})

test('the division is stored as JSON and adds up there too', () => {
  const { division } = donate(33.33333)
  const stored = JSON.parse(JSON.stringify(divisionRecord(division))) as ReturnType<typeof divisionRecord>
  expect(stored[0]).toEqual({ share: 'sponsor', member: 50, due: 3.33333, paid: 3.33333, cut: null })
  expect(total(stored.map((row) => parseUsd(row.paid)))).toBe(3_333_333n)
})

describe('refused', () => {
  test('below the minimum of the stage', () => {
    expect(refusalOf(() => donate(9.99999))).toEqual({
      code: 'below_minimum',
      sentence: 'Minimum donation is $10.00000',
      detail: { name: 'minimum_donation', values: { amount: '$10.00000' } },
    })
    const donor = balances(DONOR, { stage: 3, impact: 1000 })
    expect(() => donate(24.99999, { donor })).toThrow(expect.objectContaining({ code: 'below_minimum' }) as Error)
    expect(donate(25, { donor }).window.becomes.stage).toBe(3)
  })

  test('beyond the impact balance, whatever was earned', () => {
    const donor = { ...balances(DONOR, { impact: 299.99999 }), available: { balance: parseUsd(500), sequence: 1 } }
    expect(() => donate(300, { donor })).toThrow(expect.objectContaining({ code: 'insufficient_funds' }) as Error)
  })

  test('from a frozen member', () => {
    const donor = { ...balances(DONOR, { impact: 1000 }), frozen: true }
    expect(() => donate(300, { donor })).toThrow(expect.objectContaining({ code: 'frozen' }) as Error)
  })
})

test('an impossible upline is an error', () => {
  const own = balances(DONOR, { impact: 1000 })
  expect(() => donate(300, { donor: own, sponsor: own })).toThrow('Wrong upline')
  expect(() => donate(100, { above: [own] })).toThrow('Wrong upline')
  expect(() => donate(100, { above: [balances(1), balances(1)] })).toThrow('Wrong upline')
  expect(() => donate(100, { above: [...tenAbove, balances(11)] })).toThrow('Wrong upline')
})
