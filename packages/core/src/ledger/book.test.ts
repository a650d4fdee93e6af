import { beforeEach, describe, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { EMPTY_SYSTEM, SYSTEM_ACCOUNTS } from '../../testing/system-accounts.ts'
import { usd, type Usd } from '../money.ts'
import { available, cause, chain, held, impact, operations, type Account, type MemberId } from './account.ts'
import { Book, type Plan } from './book.ts'
import { isOfDonation, type Journal, type Reason } from './journal.ts'
import { newMemberBalances } from './member-balances.ts'
import { reverse as reversal } from './reversal.ts'
import { Violation } from './violation.ts'

const ANN: MemberId = 1
const BEN: MemberId = 2

let book: Book
let posted: number

beforeEach(() => {
  posted = 0
  book = new Book({
    memberBalances: [newMemberBalances(ANN), newMemberBalances(BEN)],
    system: EMPTY_SYSTEM,
  })
})

function move(from: Account, to: Account, units: bigint, reason: Reason = 'transfer'): Journal {
  const credits: Journal['credits'] = [{ target: to, amount: usd(units), share: 'whole' }]
  return { source: from, credits, reason, reference: `test/${++posted}`, ruleVersion: 1 }
}

const reverse = (journal: Journal, operationsBears = false) =>
  reversal(journal, { balance: (account) => book.balance(account), operationsBears }).journals
const post = (...journals: Journal[]) => book.post({ journals })
const deposit = (member: MemberId, units: bigint) => post(move(chain, impact(member), units, 'deposit'))

function everything() {
  return {
    memberBalances: [ANN, BEN].map((member) => book.balances(member)),
    system: SYSTEM_ACCOUNTS.map((account) => book.system(account)),
  }
}

describe('posting', () => {
  test('each entry has the balance after it and its number in the account', () => {
    deposit(ANN, 100n)
    const [posting] = post(move(impact(ANN), impact(BEN), 30n))
    expect(posting?.entries).toEqual([
      { account: impact(ANN), amount: -30n, share: null, balanceAfter: 70n, sequence: 2 },
      { account: impact(BEN), amount: 30n, share: 'whole', balanceAfter: 30n, sequence: 1 },
    ])
  })

  test('two credits to one account in one journal are two entries', () => {
    deposit(ANN, 100n)
    const credits: Journal['credits'] = [
      { target: available(BEN), amount: usd(10n), share: 'sponsor' },
      { target: available(BEN), amount: usd(3n), share: 'level_1' },
      { target: cause(1), amount: usd(87n), share: 'cause' },
    ]
    const [posting] = post({ source: impact(ANN), credits, reason: 'donation', reference: 'd', ruleVersion: 1 })
    expect(posting?.entries.map((entry) => [entry.amount, entry.balanceAfter, entry.sequence])).toEqual([
      [-100n, 0n, 2],
      [10n, 10n, 1],
      [3n, 13n, 2],
      [87n, 87n, 1],
    ])
  })

  test('each plan is decided on the balances that the one before it left', () => {
    deposit(ANN, 100n)
    post(move(impact(ANN), impact(BEN), 60n))
    expect(() => post(move(impact(ANN), impact(BEN), 60n))).toThrow('does not cover')
    post(move(impact(BEN), impact(ANN), 60n))
    expect(book.balance(impact(ANN))).toBe(100n)
  })

  test('only the outside world may be negative', () => {
    deposit(ANN, 100n)
    expect(book.balance(chain)).toBe(-100n)
    for (const source of [impact(BEN), available(ANN), held(ANN), cause(1), operations]) {
      expect(() => post(move(source, chain, 1n))).toThrow(
        expect.objectContaining({ code: 'insufficient_funds' }) as Error,
      )
    }
  })

  test('the last unit can be spent and not one more', () => {
    deposit(ANN, 100n)
    expect(() => post(move(impact(ANN), impact(BEN), 101n))).toThrow(
      'Your impact balance of $0.00100 does not cover $0.00101',
    )
    post(move(impact(ANN), impact(BEN), 100n))
    expect(book.balance(impact(ANN))).toBe(0n)
  })
})

describe('a reference is posted once', () => {
  const journal = (reference: string) => ({ ...move(impact(ANN), impact(BEN), 1n), reference })
  const violation = expect.objectContaining({
    name: 'Violation',
    constraint: 'same_reference_is_posted_once',
    message: 'transfer/1 was posted before',
  }) as Violation

  test('by the book itself', () => {
    deposit(ANN, 100n)
    post(journal('transfer/1'), journal('transfer/2'))
    const before = everything()
    expect(() => post(journal('transfer/3'), journal('transfer/1'))).toThrow(violation)
    expect(everything()).toEqual(before)
    // It was refused together with the one that was posted before.
    post(journal('transfer/3'))
    expect(book.balance(impact(BEN))).toBe(3n)
  })

  test('by an earlier batch', () => {
    const { memberBalances, system } = everything()
    book = new Book({ memberBalances, system, posted: ['transfer/1'] })
    deposit(ANN, 100n)
    expect(() => post(journal('transfer/1'))).toThrow(violation)
    expect(() => post(journal('transfer/1'))).toThrow(Violation)
  })
})

describe('what earlier orders of the batch did is known to the later ones', () => {
  beforeEach(() => {
    deposit(ANN, 100n)
    post(move(chain, available(ANN), 100n, 'adjustment'))
  })

  test('what was sent to others adds up', () => {
    expect(book.sentToOthers(ANN)).toBe(0n)
    post(move(impact(ANN), impact(BEN), 30n))
    const credits: Journal['credits'] = [
      { target: impact(BEN), amount: usd(4n), share: 'whole' },
      { target: available(BEN), amount: usd(5n), share: 'whole' },
    ]
    post({ source: impact(ANN), credits, reason: 'transfer', reference: 'two', ruleVersion: 1 })
    expect([book.sentToOthers(ANN), book.sentToOthers(BEN)]).toEqual([39n, 0n])
  })

  test('what was donated, or moved out of one’s own earnings, was not sent to others', () => {
    post(move(available(ANN), impact(ANN), 10n), move(impact(ANN), cause(1), 20n, 'donation'))
    post(move(impact(ANN), held(ANN), 30n, 'withdrawal_held'))
    expect(book.sentToOthers(ANN)).toBe(0n)
  })

  test('what was asked to be withdrawn adds up, from whichever balance', () => {
    expect(book.askedToWithdraw(ANN)).toBe(0n)
    post(move(available(ANN), held(ANN), 30n, 'withdrawal_held'), move(impact(ANN), held(ANN), 4n, 'withdrawal_held'))
    post(move(held(ANN), chain, 30n, 'withdrawal_paid'), move(impact(ANN), impact(BEN), 50n))
    expect([book.askedToWithdraw(ANN), book.askedToWithdraw(BEN)]).toEqual([34n, 0n])
  })

  test('a donation changes its donor’s window, and a reversal those of all it touches', () => {
    const { window } = book.balances(ANN)
    const changed = () => [ANN, BEN].filter((member) => book.hasChangedWindows(member))
    post(move(impact(ANN), impact(BEN), 10n))
    expect(changed()).toEqual([])
    book.post({ journals: [move(impact(ANN), available(BEN), 10n)], window: { member: ANN, becomes: window } })
    expect(changed()).toEqual([ANN])
    book.post({ journals: [move(available(BEN), cause(1), 10n, 'reversal')], freed: [] })
    expect(changed()).toEqual([ANN, BEN])
  })
})

describe('a deposit that is being checked', () => {
  beforeEach(() => {
    book.post({ journals: [move(chain, impact(ANN), 10n, 'deposit')], holds: { member: ANN, amount: usd(10n) } })
    post(move(chain, available(ANN), 5n, 'adjustment'), move(chain, cause(1), 7n, 'adjustment'))
  })

  test('cannot be spent, while everything else can', () => {
    expect([impact(ANN), available(ANN), cause(1)].map((account) => book.spendable(account))).toEqual([0n, 5n, 7n])
    post(move(available(ANN), impact(BEN), 5n), move(cause(1), impact(BEN), 7n, 'adjustment'))
    expect(() => post(move(impact(ANN), impact(BEN), 1n))).toThrow('being checked')
  })
})

describe('a reversal gives back what can be returned', () => {
  const restore = (units: bigint) => book.post({ journals: [], restored: { member: ANN, amount: usd(units) } })

  test('up to the impact balance and not one unit more', () => {
    post(move(chain, available(ANN), 10n, 'adjustment'))
    post(move(available(ANN), impact(ANN), 10n))
    expect(book.balances(ANN).returnable).toBe(0n)
    restore(4n)
    expect(book.balances(ANN).returnable).toBe(4n)
    expect(() => restore(7n)).toThrow('Member 1 has less than $0.00011 to return')
    restore(6n)
    expect(book.balances(ANN).returnable).toBe(10n)
  })
})

test('nothing is credited to somebody who has left', () => {
  deposit(BEN, 1n)
  book.post({ journals: [], closes: ANN })
  expect(refusalOf(() => post(move(impact(BEN), impact(ANN), 1n)))).toMatchObject({
    code: 'wrong_state',
    sentence: 'Member 1 has left: nothing can be credited to them',
  })
})

test('only a donation is divided: what is whole or dust is no share of one', () => {
  const shares = ['sponsor', 'level_1', 'cause', 'operations', 'whole', 'dust'] as const
  expect(shares.filter(isOfDonation)).toEqual(['sponsor', 'level_1', 'cause', 'operations'])
})

describe('a refused plan leaves everything as it was', () => {
  const halfway: [string, () => Plan][] = [
    [
      'its last journal overdraws',
      () => ({ journals: [move(impact(ANN), impact(BEN), 40n), move(cause(1), chain, 1n)] }),
    ],
    [
      'two of its journals spend the same money',
      () => ({
        journals: [move(impact(ANN), impact(BEN), 60n), move(impact(ANN), available(BEN), 60n)],
      }),
    ],
    [
      'it touches a balance row that was not opened',
      () => ({
        journals: [move(impact(ANN), impact(BEN), 40n), move(impact(ANN), impact(99), 1n)],
      }),
    ],
    [
      'it opens a window for somebody unknown',
      () => ({
        journals: [move(impact(ANN), impact(BEN), 40n)],
        window: { member: 99, becomes: newMemberBalances(99).window },
      }),
    ],
    ['it moves nothing', () => ({ journals: [move(impact(ANN), impact(BEN), 40n), move(impact(ANN), cause(1), 0n)] })],
    ['it moves less than nothing', () => ({ journals: [move(impact(ANN), impact(BEN), -40n)] })],
    ['an account pays itself', () => ({ journals: [move(impact(ANN), impact(ANN), 40n)] })],
  ]
  test.each(halfway)('%s', (_, plan) => {
    deposit(ANN, 100n)
    const [before, changes] = [everything(), book.changes()]
    expect(() => book.post(plan())).toThrow()
    expect(everything()).toEqual(before)
    expect(book.changes()).toEqual(changes)
  })
})

describe('a journal that moves nothing is a mistake of the program', () => {
  test.each<[string, string, () => Journal]>([
    ['without a credit', 'test/1: no credit', () => ({ ...move(chain, impact(ANN), 1n), credits: [] as never })],
    ['of nothing', 'test/1: a credit of 0 units', () => move(chain, impact(ANN), 0n)],
    ['of less than nothing', 'test/1: a credit of -1 units', () => move(chain, impact(ANN), -1n)],
    ['to itself', 'test/1: impact:1 pays itself', () => move(impact(ANN), impact(ANN), 1n)],
  ])('%s', (_, sentence, journal) => {
    expect(() => post(journal())).toThrow(sentence)
  })
})

describe('the changes to write back', () => {
  test('hold every changed row once, in its final state', () => {
    expect(book.changes()).toEqual({ memberBalances: [], system: [] })
    deposit(ANN, 100n)
    deposit(ANN, 50n)
    const { memberBalances, system } = book.changes()
    expect(memberBalances).toEqual([book.balances(ANN)])
    expect(system).toEqual([{ account: chain, balance: -150n, sequence: 2 }])
  })
})

describe('totals', () => {
  const totals = (member: MemberId): Usd[] => Object.values(book.balances(member).totals)

  test('follow from journals alone', () => {
    deposit(ANN, 100n)
    post(move(impact(ANN), impact(BEN), 40n))
    post(move(impact(BEN), available(BEN), 40n, 'adjustment'))
    post(move(available(BEN), held(BEN), 30n, 'withdrawal_held'))
    expect(totals(BEN)).toEqual([0n, 0n, 0n, 0n])
    post(move(held(BEN), chain, 30n, 'withdrawal_paid'))
    expect(book.balances(ANN).totals).toEqual({ donated: 0n, earned: 0n, deposited: 100n, withdrawn: 0n })
    expect(book.balances(BEN).totals).toEqual({ donated: 0n, earned: 0n, deposited: 0n, withdrawn: 30n })
  })

  test('shrink again when a deposit or a payout is reversed', () => {
    const [deposited] = deposit(ANN, 100n)
    post(move(impact(ANN), held(ANN), 40n, 'adjustment'))
    const [paid] = post(move(held(ANN), chain, 40n, 'withdrawal_paid'))
    post(...reverse(paid!.journal))
    expect(book.balances(ANN).totals).toMatchObject({ deposited: 100n, withdrawn: 0n })
    post(move(held(ANN), impact(ANN), 40n, 'adjustment'))
    post(...reverse(deposited!.journal))
    expect(totals(ANN)).toEqual([0n, 0n, 0n, 0n])
    expect(book.balance(chain)).toBe(0n)
  })
})

describe('a reversal', () => {
  test('names what it undoes, once per credit', () => {
    const journal: Journal = {
      source: impact(ANN),
      credits: [
        { target: available(BEN), amount: usd(10n), share: 'sponsor' },
        { target: cause(1), amount: usd(90n), share: 'cause' },
      ],
      reason: 'donation',
      reference: 'donation/7',
      ruleVersion: 3,
    }
    deposit(ANN, 100n)
    post(journal)
    expect(reverse(journal)).toEqual([
      {
        source: available(BEN),
        credits: [{ target: impact(ANN), amount: 10n, share: 'sponsor' }],
        reason: 'reversal',
        reference: 'donation/7/reversal/1',
        ruleVersion: 3,
      },
      {
        source: cause(1),
        credits: [{ target: impact(ANN), amount: 90n, share: 'cause' }],
        reason: 'reversal',
        reference: 'donation/7/reversal/2',
        ruleVersion: 3,
      },
    ])
  })

  test('is refused as a whole when a part of the money is gone', () => {
    deposit(ANN, 100n)
    const credits: Journal['credits'] = [
      { target: cause(1), amount: usd(90n), share: 'cause' },
      { target: available(BEN), amount: usd(10n), share: 'sponsor' },
    ]
    const donation: Journal = { source: impact(ANN), credits, reason: 'donation', reference: 'd', ruleVersion: 1 }
    post(donation)
    post(move(available(BEN), held(BEN), 10n, 'withdrawal_held'))
    const before = everything()
    expect(() => post(...reverse(donation))).toThrow(expect.objectContaining({ code: 'insufficient_funds' }) as Error)
    expect(everything()).toEqual(before)
  })

  test('takes from operations what is gone, if operations bears it', () => {
    deposit(ANN, 100n)
    const credits: Journal['credits'] = [
      { target: operations, amount: usd(30n), share: 'operations' },
      { target: available(BEN), amount: usd(10n), share: 'sponsor' },
      { target: available(BEN), amount: usd(5n), share: 'level_1' },
    ]
    const donation: Journal = { source: impact(ANN), credits, reason: 'donation', reference: 'd', ruleVersion: 1 }
    post(donation)
    post(move(available(BEN), held(BEN), 8n, 'withdrawal_held'))
    expect(refusalOf(() => reverse(donation, true))).toMatchObject({
      code: 'insufficient_funds',
      sentence: 'Operations would have to pay $0.00038, and has $0.00030',
    })
    post(move(chain, operations, 8n, 'adjustment'))
    const journals = reverse(donation, true)
    expect(journals.map(({ source, credits: [{ amount, share }] }) => [source, amount, share])).toEqual([
      [operations, 30n, 'operations'],
      [available(BEN), 7n, 'sponsor'],
      [operations, 3n, 'sponsor'],
      [operations, 5n, 'level_1'],
    ])
    post(...journals)
    expect(book.balance(impact(ANN))).toBe(100n)
    expect(book.balances(ANN).totals.donated).toBe(0n)
    // He has had them, and keeps them.
    expect(book.balances(BEN).totals.earned).toBe(8n)
  })

  test('frees room only where its plan says so', () => {
    deposit(ANN, 100n)
    const credits: Journal['credits'] = [{ target: available(BEN), amount: usd(10n), share: 'sponsor' }]
    const donation: Journal = { source: impact(ANN), credits, reason: 'donation', reference: 'd', ruleVersion: 1 }
    post(donation)
    book.post({ journals: reverse(donation) })
    expect(book.balances(BEN).window.earned).toBe(10n)
    expect(book.balances(BEN).totals.earned).toBe(0n)
    book.post({ journals: [], freed: [{ member: BEN, amount: usd(10n) }] })
    expect(book.balances(BEN).window.earned).toBe(0n)
    expect(() => book.post({ journals: [], freed: [{ member: BEN, amount: usd(1n) }] })).toThrow('earned less')
  })
})

test('a balance row or an account that was not loaded cannot be read', () => {
  expect(() => book.balances(99)).toThrow('not in this book')
  expect(() => new Book({ memberBalances: [], system: [] }).balance(cause(1))).toThrow('not in this book')
})

test('causes have accounts of their own', () => {
  deposit(ANN, 100n)
  post(move(impact(ANN), cause(1), 30n), move(impact(ANN), cause(2), 50n), move(cause(2), held(-2), 20n))
  const balances = [cause(1), cause(2), held(-1), held(-2), held(0)].map((account) => book.balance(account))
  expect(balances).toEqual([30n, 30n, 0n, 20n, 0n])
  expect(() => post(move(cause(1), chain, 31n))).toThrow('cause:1 does not cover')
})
