import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconcile, reserveShortfall, reserveTrouble, showUnits, type ReserveFigures } from './reconciliation.ts'

const NOTHING: ReserveFigures = {
  vault: 0n,
  treasury: 0n,
  unswept: 0n,
  books: 0n,
  unproven: 0n,
  dust: 0n,
  depositsWaiting: 0n,
  payoutsWaiting: 0n,
  payoutsAhead: 0n,
  opening: 0n,
  funding: 0n,
  unmatched: 0n,
  unbooked: 0n,
}

type Event = (f: ReserveFigures, units: bigint) => Partial<ReserveFigures>

/** What can happen to money, each told on both sides as the chain and the books would. */
const EVENTS: Record<string, Event> = {
  'a deposit is final': (f, x) => ({ unswept: f.unswept + x, depositsWaiting: f.depositsWaiting + x }),
  'a deposit is credited': (f, x) => ({
    depositsWaiting: f.depositsWaiting - x,
    books: f.books + x - 1n,
    dust: f.dust + 1n,
  }),
  'a deposit is swept': (f, x) => ({ unswept: f.unswept - x, treasury: f.treasury + x }),
  'the vault is topped up': (f, x) => ({ treasury: f.treasury - x, vault: f.vault + x }),
  'the vault pays': (f, x) => ({ vault: f.vault - x, payoutsWaiting: f.payoutsWaiting + x }),
  'a payment is booked': (f, x) => ({ payoutsWaiting: f.payoutsWaiting - x, books: f.books - x }),
  'a payment is booked before it is read': (f, x) => ({ payoutsAhead: f.payoutsAhead + x, books: f.books - x }),
  'we put money in': (f, x) => ({ vault: f.vault + x, funding: f.funding + x }),
  'a stranger sends something': (f, x) => ({ treasury: f.treasury + x, unmatched: f.unmatched + x }),
  'it is assigned': (f, x) => ({ unmatched: f.unmatched - x, books: f.books + x }),
  'something leaves that nobody booked': (f, x) => ({ treasury: f.treasury - x, unbooked: f.unbooked + x }),
}

test('whatever happens, both sides stay equal', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...Object.keys(EVENTS)), fc.bigInt(1n, 10n ** 30n))), (happened) => {
      const figures = happened.reduce((f, [name, x]) => ({ ...f, ...EVENTS[name]!(f, x) }), NOTHING)
      expect(reconcile(figures).difference).toBe(0n)
    }),
  )
})

test('money that only the books or only the chain know of is a difference, to the last unit', () => {
  expect(reserveTrouble(NOTHING, 18)).toBeUndefined()
  expect(reserveTrouble({ ...NOTHING, books: 1n }, 18)).toBe(
    'The chain holds 0.000000000000000001 less than the books explain',
  )
  expect(reserveTrouble({ ...NOTHING, vault: 25n * 10n ** 17n }, 18)).toBe(
    'The chain holds 2.5 more than the books explain',
  )
})

test('an outflow that nobody booked is trouble, although both sides are equal', () => {
  const figures = { ...NOTHING, vault: 7n, opening: 12n, unbooked: 5n }
  expect(reconcile(figures).difference).toBe(0n)
  expect(reserveTrouble(figures, 1)).toBe('0.5 left the treasury or the vault, and nobody booked it')
})

test('less than is owed is a shortfall, although every unit is explained', () => {
  const figures = { ...NOTHING, vault: 7n, books: 13n, funding: -6n }
  expect(reserveTrouble(figures, 1)).toBeUndefined()
  expect(reserveShortfall(figures, 1n, 1)).toBe('The chain holds 0.5 less than members, causes and operations are owed')
  expect(reserveShortfall(figures, 6n, 1)).toBeUndefined()
})

test('a payment is owed to nobody once it has left, and is not missing before it was read', () => {
  expect(reserveShortfall({ ...NOTHING, vault: 7n, books: 12n, payoutsWaiting: 5n }, 0n, 1)).toBeUndefined()
  expect(reserveShortfall({ ...NOTHING, vault: 12n, books: 7n, payoutsAhead: 5n }, 0n, 1)).toBeUndefined()
})

test('every figure is shown exactly', () => {
  expect([0n, 1n, -1n, 10n ** 18n, 1_500_000_000_000_000_000n].map((units) => showUnits(units, 18))).toEqual([
    '0',
    '0.000000000000000001',
    '-0.000000000000000001',
    '1',
    '1.5',
  ])
})
