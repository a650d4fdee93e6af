import { newMemberBalances } from '@trefoil/core/ledger/member-balances'
import { usd, type Usd } from '@trefoil/core/money'
import { expect, test } from 'vitest'
import type { KeptBalances } from './balance-row.ts'
import { KeptRows } from './kept-rows.ts'

test('a row is read as it was written, and moves on to the next version', () => {
  const rows = new KeptRows(10)
  rows.set(FULL)
  expect(rows.get(7)).toEqual(FULL)
  rows.set(rowOf(8))
  expect(rows.get(8)).toEqual(rowOf(8))
  const balances = { ...FULL.balances, impact: { balance: usd(99n), sequence: 100 }, frozen: false }
  rows.moveOn(balances)
  expect(rows.get(7)).toEqual({ ...FULL, balances, version: FULL.version + 1n })
  expect(rows.versionOf(7)).toBe(FULL.version + 1n)
  rows.moveOn(newMemberBalances(9))
  expect(rows.get(9)).toBeUndefined()
})

test('of more than there is room for, those that were used lately stay', () => {
  const rows = new KeptRows(10)
  for (let member = 1; member <= 9; member += 1) {
    rows.set(rowOf(member))
    expect(rows.get(1)?.name).toBe('Member 1')
  }
  expect([1, 2, 8, 9].map((member) => rows.has(member))).toEqual([true, true, true, true])
  for (let member = 10; member <= 13; member += 1) rows.set(rowOf(member))
  const kept = Array.from({ length: 13 }, (_, index) => index + 1).filter((member) => rows.has(member))
  expect(kept).toEqual([1, 6, 7, 8, 9, 10, 11, 12, 13])
  for (const member of [10, 11, 12, 13]) expect(rows.get(member)).toEqual(rowOf(member))
})

test('what belongs to a row that was forgotten is not read as that of the next one in its place', () => {
  const rows = new KeptRows(2)
  rows.set(FULL)
  rows.clear()
  expect([rows.get(7), rows.namesOf(7), rows.versionOf(7)]).toEqual([undefined, undefined, undefined])
  rows.set(rowOf(8))
  expect(rows.get(8)).toEqual(rowOf(8))
  expect(rows.namesOf(8)).toEqual({ name: 'Member 8', keyHash: String.raw`\x08`, referralCode: 'CODE8' })
})

test('a row that was deleted is gone, and makes room for one other', () => {
  const rows = new KeptRows(4)
  rows.set(rowOf(1))
  rows.set(rowOf(2))
  // Also where it lies twice: read once more after the half that it was in became the old one.
  rows.set(rowOf(3))
  expect(rows.get(1)).toEqual(rowOf(1))
  rows.delete(1)
  rows.delete(9)
  expect([rows.get(1), rows.namesOf(1), rows.versionOf(1)]).toEqual([undefined, undefined, undefined])
  rows.set(FULL)
  expect([2, 3, 7].map((member) => rows.get(member))).toEqual([rowOf(2), rowOf(3), FULL])
})

const FULL: KeptBalances = {
  balances: {
    member: 7,
    impact: { balance: usd(1n), sequence: 2 },
    available: { balance: usd(-3n), sequence: 4 },
    held: { balance: (2n ** 63n - 1n) as Usd, sequence: 5 },
    returnable: usd(14n),
    onHold: usd(15n),
    window: { stage: 6, lastDonation: usd(7n), earned: usd(8n) },
    totals: { donated: usd(9n), earned: usd(10n), deposited: usd(11n), withdrawn: usd(12n) },
    frozen: true,
    closed: true,
    level: 9,
  },
  version: 13n,
  heldUntil: new Date('2026-11-17T00:00:00.123Z'),
  agreedTurn: 4,
  joined: new Date('2025-02-03T04:05:06.789Z'),
  hasSecondFactor: true,
  name: 'Ada',
  keyHash: String.raw`\x07`,
  referralCode: 'CODE7',
}

const rowOf = (member: number): KeptBalances => ({
  balances: newMemberBalances(member),
  version: 0n,
  heldUntil: null,
  agreedTurn: 0,
  joined: new Date(0),
  hasSecondFactor: false,
  name: `Member ${member}`,
  keyHash: String.raw`\x0${member}`,
  referralCode: `CODE${member}`,
})
