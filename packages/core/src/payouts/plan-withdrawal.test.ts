import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { EMPTY_SYSTEM } from '../../testing/system-accounts.ts'
import { accountName, available, cause, chain, held, impact, operations, type OwnerId } from '../ledger/account.ts'
import { Book } from '../ledger/book.ts'
import { newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { parseAmount, type Usd } from '../money.ts'
import { defaultProgramme } from '../programme/default-programme.ts'
import { readProgramme } from '../programme/programme-record.ts'
import {
  planFoundPayment,
  planPayout,
  planReturn,
  planWithdrawal,
  planWithdrawalPaid,
  planWithdrawalReleased,
} from './plan-withdrawal.ts'

const $ = parseAmount
const programme = readProgramme(4, defaultProgramme)
const offering = readProgramme(4, { ...defaultProgramme, offers_returns: true })

const ANN = 1
const has = (dollars: number) => ({ balance: $(dollars), sequence: 1 })
const earned = (dollars: number): MemberBalances => ({ ...newMemberBalances(ANN), available: has(dollars) })
const deposited = (unspent: number, balance = unspent): MemberBalances => ({
  ...newMemberBalances(ANN),
  impact: has(balance),
  returnable: $(unspent),
})

describe('a withdrawal', () => {
  const withdraw = (dollars: number, member = earned(100)) =>
    planWithdrawal({ member, programme }, { amount: $(dollars), reference: 'w' })

  test('holds its amount under its own reference', () => {
    const credits = [{ target: held(ANN), amount: $(40), share: 'whole' }]
    expect(withdraw(40)).toEqual({
      journals: [{ source: available(ANN), credits, reason: 'withdrawal_held', reference: 'w', ruleVersion: 4 }],
    })
  })

  test('is at least the minimum', () => {
    expect(withdraw(10).journals).toHaveLength(1)
    expect(refusalOf(() => withdraw(9.99999))).toEqual({
      code: 'below_minimum',
      sentence: 'The minimum withdrawal is $10.00000',
      detail: { name: 'minimum_withdrawal', values: { amount: '$10.00000' } },
    })
  })

  test('is at most what was earned', () => {
    expect(withdraw(100).journals).toHaveLength(1)
    expect(refusalOf(() => withdraw(100.00001))?.detail?.name).toBe('available_not_covered')
  })

  test('is not made from a frozen account', () => {
    expect(refusalOf(() => withdraw(50, { ...earned(100), frozen: true }))?.code).toBe('frozen')
  })

  test('ends once: it is paid or released, and never both', () => {
    const payment = { member: ANN, source: 'available', amount: $(40), reference: 'w', ruleVersion: 4 } as const
    const ended = (book: Book) => [book.balance(held(ANN)), book.balance(available(ANN)), book.balance(chain)]
    const [paid, released] = [planWithdrawalPaid(payment), planWithdrawalReleased(payment)]
    expect([paid, released].map(({ journals: [{ reason, ruleVersion }] }) => [reason, ruleVersion])).toEqual([
      ['withdrawal_paid', 4],
      ['withdrawal_released', 4],
    ])
    for (const [first, second, after] of [
      [paid, released, [$(40), $(60), $(40)]],
      [released, paid, [$(40), $(100), 0n]],
    ] as const) {
      const book = new Book({ memberBalances: [earned(100)], system: EMPTY_SYSTEM })
      book.post(withdraw(40))
      // Of another one, so that only the reference is in the way.
      book.post(planWithdrawal({ member: book.balances(ANN), programme }, { amount: $(40), reference: 'other' }))
      book.post(first)
      for (const again of [first, second]) expect(() => book.post(again)).toThrow('w/end was posted before')
      expect(ended(book)).toEqual([after[0], after[1] - $(40), after[2]])
    }
  })
})

describe('a return of a deposit', () => {
  const giveBack = (dollars: number, member = deposited(50, 80), rules = offering) =>
    planReturn({ member, programme: rules }, { amount: $(dollars), reference: 'r' })

  test('is held out of the impact balance', () => {
    const credits = [{ target: held(ANN), amount: $(50), share: 'whole' }]
    expect(giveBack(50)).toEqual({
      journals: [{ source: impact(ANN), credits, reason: 'withdrawal_held', reference: 'r', ruleVersion: 4 }],
    })
  })

  test('is refused where the programme offers none', () => {
    expect(refusalOf(() => giveBack(50, deposited(50), programme))).toEqual({
      code: 'wrong_state',
      sentence: 'Deposits are not returned in this programme',
      detail: { name: 'returns_not_offered' },
    })
  })

  test('is at most what was deposited and not spent, whatever else is in the balance', () => {
    expect(refusalOf(() => giveBack(50.00001))).toEqual({
      code: 'insufficient_funds',
      sentence: '$50.00000 of your deposits is not spent, which does not cover $50.00001',
      detail: { name: 'deposits_not_covered', values: { unspent: '$50.00000', amount: '$50.00001' } },
    })
  })

  test('is at least the minimum, or everything', () => {
    expect(giveBack(10).journals).toHaveLength(1)
    expect(giveBack(3, deposited(3, 80)).journals).toHaveLength(1)
    expect(refusalOf(() => giveBack(9.99999))).toEqual({
      code: 'below_minimum',
      sentence: 'The minimum return is $10.00000, unless you return all of $50.00000',
      detail: { name: 'minimum_return', values: { amount: '$10.00000', all: '$50.00000' } },
    })
  })

  test('is not made from a frozen account', () => {
    expect(refusalOf(() => giveBack(50, { ...deposited(50), frozen: true }))?.code).toBe('frozen')
  })

  test('takes nothing that is being checked, nor what others sent instead of it', () => {
    const checked = { ...deposited(70, 140), onHold: $(70) }
    expect(refusalOf(() => giveBack(70, checked))).toEqual({
      code: 'insufficient_funds',
      sentence:
        '$70.00000 of your deposits is not spent, of which $70.00000 is being checked: it does not cover $70.00000',
      detail: {
        name: 'checked_deposits_not_covered',
        values: { unspent: '$70.00000', checked: '$70.00000', amount: '$70.00000' },
      },
    })
  })

  test('leaves what is being checked, and returns the rest as a whole', () => {
    const checked = { ...deposited(70, 140), onHold: $(65) }
    expect(giveBack(5, checked).journals).toHaveLength(1)
    expect(refusalOf(() => giveBack(5.00001, checked))?.detail?.name).toBe('checked_deposits_not_covered')
    expect(refusalOf(() => giveBack(4.99999, checked))?.sentence).toBe(
      'The minimum return is $10.00000, unless you return all of $5.00000',
    )
  })
})

const bookOf = (member: MemberBalances = newMemberBalances(ANN)): Book => {
  const balances = new Map([
    [cause(2).name, $(70)],
    [operations.name, $(20)],
  ])
  return new Book({
    memberBalances: [member],
    system: EMPTY_SYSTEM.map((empty) => ({
      ...empty,
      balance: balances.get(accountName(empty.account)) ?? empty.balance,
    })),
  })
}
const balancesOf = (book: Book) => [cause(2), operations, held(-2), held(0), chain].map((one) => book.balance(one))

describe('a payout that two persons agreed to', () => {
  const pay = (owner: OwnerId, dollars: number) =>
    planPayout({ book: bookOf(), programme }, { owner, amount: $(dollars), reference: 'p' })

  test('is held out of the cause’s money or out of that of operations', () => {
    const plan = (source: object, target: object, amount: Usd) => ({
      journals: [
        {
          source,
          credits: [{ target, amount, share: 'whole' }],
          reason: 'withdrawal_held',
          reference: 'p',
          ruleVersion: 4,
        },
      ],
    })
    expect(pay(-2, 70)).toEqual(plan(cause(2), held(-2), $(70)))
    expect(pay(0, 20)).toEqual(plan(operations, held(0), $(20)))
  })

  test('is refused beyond what there is', () => {
    expect(refusalOf(() => pay(-2, 70.00001))).toEqual({
      code: 'insufficient_funds',
      sentence: 'There is $70.00000, which does not cover $70.00001.',
      detail: undefined,
    })
    expect(refusalOf(() => pay(0, 20.00001))?.sentence).toBe('There is $20.00000, which does not cover $20.00001.')
  })

  test('goes back to whom it was taken from, if it is released', () => {
    const book = bookOf()
    for (const [owner, source] of [
      [-2, 'cause'],
      [0, 'operations'],
    ] as const) {
      const [amount, reference] = [$(5), `p${owner}`]
      book.post(planPayout({ book, programme }, { owner, amount, reference }))
      book.post(planWithdrawalReleased({ member: owner, source, amount, reference, ruleVersion: 4 }))
    }
    expect(balancesOf(book)).toEqual([$(70), $(20), 0n, 0n, 0n])
  })
})

describe('a payment that is found on the chain and that nobody asked for', () => {
  const find = (owner: OwnerId, dollars: number, { member = earned(100), rules = offering } = {}) => {
    const book = bookOf(member)
    const plan = planFoundPayment({ book, programme: rules }, { owner, amount: $(dollars), reference: 'f' })
    book.post(plan)
    return { book, plan }
  }

  test('is held and paid at once, below the minimum and from a frozen account, too', () => {
    const { book, plan } = find(ANN, 0.5, { member: { ...earned(100), frozen: true } })
    const credits = (target: object) => [{ target, amount: $(0.5), share: 'whole' }]
    expect(plan).toEqual({
      source: 'available',
      journals: [
        {
          source: available(ANN),
          credits: credits(held(ANN)),
          reason: 'withdrawal_held',
          reference: 'f',
          ruleVersion: 4,
        },
        { source: held(ANN), credits: credits(chain), reason: 'withdrawal_paid', reference: 'f/end', ruleVersion: 4 },
      ],
    })
    expect([book.balance(available(ANN)), book.balance(held(ANN)), book.balance(chain)]).toEqual([$(99.5), 0n, $(0.5)])
  })

  test.each([
    ['earnings come first', 'available', 10, 10, offering],
    ['then deposits that were not spent', 'impact', 9.99999, 10, offering],
    ['but not where the programme returns none', undefined, 9.99999, 10, programme],
    ['and not where they do not cover it', undefined, 9.99999, 9.99999, offering],
    ['earnings pay even if the deposits cannot', 'available', 10, 5, offering],
    ['earnings pay in a programme without returns', 'available', 10, 10, programme],
  ])('%s', (_, source, available$, unspent, rules) => {
    const member = { ...deposited(unspent, 80), available: has(available$) }
    if (source) expect(find(ANN, 10, { member, rules }).plan.source).toBe(source)
    else
      expect(refusalOf(() => find(ANN, 10, { member, rules }))).toMatchObject({
        code: 'insufficient_funds',
        detail: { name: 'available_not_covered' },
      })
  })

  test('is no return of what is being checked', () => {
    const checked = (onHold: number) => ({ ...deposited(30, 80), onHold: $(onHold) })
    expect(find(ANN, 10, { member: checked(20) }).plan.source).toBe('impact')
    expect(refusalOf(() => find(ANN, 10, { member: checked(20.00001) }))?.detail?.name).toBe('available_not_covered')
  })

  test('to a cause is paid out of the cause’s money, and one of operations out of theirs', () => {
    const toCause = find(-2, 70)
    expect(toCause.plan.source).toBe('cause')
    expect(balancesOf(toCause.book)).toEqual([0n, $(20), 0n, 0n, $(70)])
    const ofOperations = find(0, 20)
    expect(ofOperations.plan.source).toBe('operations')
    expect(balancesOf(ofOperations.book)).toEqual([$(70), 0n, 0n, 0n, $(20)])
  })

  test('is refused where the money is not there', () => {
    for (const [owner, dollars] of [
      [-2, 70.00001],
      [0, 20.00001],
    ] as const)
      expect(refusalOf(() => find(owner, dollars))?.sentence).toContain(', which does not cover $')
  })
})
