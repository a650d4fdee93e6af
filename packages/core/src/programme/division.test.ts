import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { programmes, units } from '../../testing/arbitraries.ts'
import type { MemberId } from '../ledger/account.ts'
import { isEarning, LEVELS } from '../ledger/journal.ts'
import { newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { NOTHING, total } from '../money.ts'
import { divide } from './division.ts'
import { earningThreshold } from './standing.ts'

const windows = fc.record({
  stage: fc.integer({ min: 0, max: 10 }),
  lastDonation: units(20_000_000),
  earned: units(5_000_000),
})

const memberBalances = (member: MemberId): fc.Arbitrary<MemberBalances> =>
  fc
    .record({ window: windows, balance: units(100_000_000), frozen: fc.boolean(), closed: fc.boolean() })
    .map(({ window, balance, frozen, closed }) => ({
      ...newMemberBalances(member),
      window: window.stage === 0 ? newMemberBalances(member).window : window,
      impact: { balance, sequence: 3 },
      frozen,
      closed,
    }))

/** The sponsor is one of the ten above, another member, or nobody. */
const uplines = fc
  .tuple(
    fc.integer({ min: 0, max: 10 }),
    fc.integer({ min: 0, max: 12 }),
    ...LEVELS.map(memberBalances),
    memberBalances(50),
  )
  .map(([height, pick, ...[ann, ...others]]) => {
    const above = [ann, ...others.slice(0, 9)].slice(0, height)
    return { above, sponsor: above[pick] ?? (pick < 12 ? others[9]! : null) }
  })

const donations = fc.record({ programme: programmes, upline: uplines, amount: units(50_000_000).filter((n) => n > 0n) })

describe('whatever the programme, the upline and the amount', () => {
  test('a donation never pays out more than it takes in', () => {
    fc.assert(
      fc.property(donations, ({ programme, upline, amount }) => {
        const rows = divide(programme, upline, amount)
        for (const row of rows) expect(row.paid).toBeGreaterThanOrEqual(0n)
        const toPeople = rows.filter((row) => row.share !== 'cause')
        expect(total(toPeople.map((row) => row.paid))).toBeLessThanOrEqual(amount)
        for (const row of toPeople) expect(row.paid).toBeLessThanOrEqual(row.due)
      }),
    )
  })

  test('shares and rest always sum to the donation', () => {
    fc.assert(
      fc.property(donations, ({ programme, upline, amount }) => {
        const rows = divide(programme, upline, amount)
        expect(rows).toHaveLength(13)
        expect(total(rows.map((row) => row.paid))).toBe(amount)
        expect(total(rows.map((row) => row.due))).toBe(amount)
      }),
    )
  })

  test('nobody earns more than the threshold', () => {
    fc.assert(
      fc.property(donations, ({ programme, upline, amount }) => {
        const rows = divide(programme, upline, amount)
        for (const balances of [upline.sponsor, ...upline.above]) {
          if (!balances) continue
          const earned = total(rows.filter((row) => row.member === balances.member).map((row) => row.paid))
          if (earned === NOTHING) continue
          expect(balances.window.earned + earned).toBeLessThanOrEqual(
            earningThreshold(programme.stages, balances.window),
          )
        }
      }),
    )
  })

  test('a former member earns nothing, and the cause gets what they would have earned', () => {
    fc.assert(
      fc.property(donations, ({ programme, upline, amount }) => {
        const without = (balances: MemberBalances) => (balances.closed ? null : balances)
        const rows = divide(programme, upline, amount)
        const closed = new Set(upline.above.filter((one) => one.closed).map((one) => one.member))
        if (upline.sponsor?.closed) closed.add(upline.sponsor.member)
        for (const row of rows) if (row.member !== null && closed.has(row.member)) expect(row.paid).toBe(NOTHING)
        // Nobody else gets more or less than if the former members had never donated.
        const inactive = (balances: MemberBalances): MemberBalances =>
          without(balances) ?? { ...newMemberBalances(balances.member) }
        const compared = divide(
          programme,
          { sponsor: upline.sponsor && inactive(upline.sponsor), above: upline.above.map(inactive) },
          amount,
        )
        expect(rows.map(({ share, paid }) => [share, paid])).toEqual(compared.map(({ share, paid }) => [share, paid]))
      }),
    )
  })

  test('a share is cut only for a reason that applies', () => {
    fc.assert(
      fc.property(donations, ({ programme, upline, amount }) => {
        const byId = new Map(
          [upline.sponsor, ...upline.above].flatMap((balances) => (balances ? [[balances.member, balances]] : [])),
        )
        const rows = divide(programme, upline, amount)
        for (const row of rows) {
          if (!isEarning(row.share)) continue
          const balances = row.member === null ? undefined : byId.get(row.member)
          const stageMin = row.share === 'sponsor' ? 1 : Number(row.share.slice('level_'.length))
          if (row.cut === null) expect(row.paid).toBe(row.due)
          if (row.cut === 'no_member') expect(balances).toBeUndefined()
          else if (row.cut === 'member_left') expect(balances!.closed).toBe(true)
          else expect(balances!.window.stage >= stageMin).toBe(row.cut !== 'stage_too_low')
          if (row.cut !== 'threshold_reached') continue
          const earned = total(rows.filter(({ member }) => member === row.member).map(({ paid }) => paid))
          expect(balances!.window.earned + earned).toBeGreaterThanOrEqual(
            earningThreshold(programme.stages, balances!.window),
          )
        }
      }),
    )
  })
})
