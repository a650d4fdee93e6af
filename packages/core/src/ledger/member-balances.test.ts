import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { usd } from '../money.ts'
import { newMemberBalances, requireFunds, type MemberBalances } from './member-balances.ts'

const has = (units: bigint) => ({ balance: usd(units), sequence: 1 })
const ann: MemberBalances = { ...newMemberBalances(1), impact: has(10n), available: has(20n), held: has(30n) }
const [balance, amount] = ['$0.00010', '$0.00011']

test('the impact balance covers its last unit and not one more', () => {
  expect(refusalOf(() => requireFunds(ann, 'impact', usd(10n)))).toBeUndefined()
  expect(refusalOf(() => requireFunds(ann, 'impact', usd(11n)))).toEqual({
    code: 'insufficient_funds',
    sentence: 'Your impact balance of $0.00010 does not cover $0.00011',
    detail: { name: 'impact_not_covered', values: { balance, amount } },
  })
})

test('what is being checked cannot be spent, and is told as the reason', () => {
  const checked: MemberBalances = { ...ann, onHold: usd(4n) }
  expect(refusalOf(() => requireFunds(checked, 'impact', usd(6n)))).toBeUndefined()
  expect(refusalOf(() => requireFunds(checked, 'impact', usd(7n)))).toEqual({
    code: 'insufficient_funds',
    sentence: 'Your impact balance of $0.00010, of which $0.00004 is being checked, does not cover $0.00007',
    detail: { name: 'checked_not_covered', values: { balance, amount: '$0.00007', checked: '$0.00004' } },
  })
})

test('a deposit that is being checked holds no earnings back', () => {
  const checked: MemberBalances = { ...ann, onHold: usd(4n) }
  expect(refusalOf(() => requireFunds(checked, 'available', usd(20n)))).toBeUndefined()
  expect(refusalOf(() => requireFunds(checked, 'available', usd(21n)))).toEqual({
    code: 'insufficient_funds',
    sentence: 'Your available balance of $0.00020 does not cover $0.00021',
    detail: { name: 'available_not_covered', values: { balance: '$0.00020', amount: '$0.00021' } },
  })
})

test('what is held for withdrawals is not spent twice', () => {
  expect(refusalOf(() => requireFunds(ann, 'held', usd(30n)))).toBeUndefined()
  expect(refusalOf(() => requireFunds(ann, 'held', usd(31n)))).toEqual({
    code: 'insufficient_funds',
    sentence: 'Your balance held for withdrawals of $0.00030 does not cover $0.00031',
    detail: undefined,
  })
})
