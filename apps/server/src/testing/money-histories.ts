import { randomBytes } from 'node:crypto'
import type { MemberId } from '@trefoil/core/ledger/account'
import { negated, parseAmount, toDollars, usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { Hash } from '../chain/chain.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import { newReference } from '../ledger/reference.ts'
import { proposalMoney, type ProposedMoney } from '../operator/proposal-money.ts'
import { reversal } from '../operator/reverse.ts'
import { withdrawalReleased } from '../payouts/end.ts'
import { foundPayment } from '../payouts/found-payment.ts'
import { withdrawal } from '../payouts/request.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { CONFIRMED, transfer, transferOrder } from '../transfers/transfer.ts'
import { depositArrives } from './arrivals.ts'
import { earn } from './earnings.ts'
import { growNetwork } from './network.ts'
import { randomAddress } from './payouts.ts'
import type { Random } from './random.ts'
import { reversalOrder } from './reversals.ts'
import type { TestWallet } from './wallet.ts'

const ROUNDS = 12
/** Among so many members, one reversal after each round. */
const REVERSED_PER_ROUND = 8
/** The newest journals of a round, so many for each member: older ones can mostly not be reversed any more. */
const NEWEST_PER_MEMBER = 0.75
const SPAN_DAYS = 540
const keyring = makeKeyring('a secret of these histories, long enough')

/**
 * Members who sponsor one another, with everything that can happen to their money: deposits, donations, transfers,
 * withdrawals that are paid or cancelled, assignments, adjustments, and reversals of some of these. Spread over a year
 * and more. Two members come on top of `count`: what chance may leave out of a few histories happens to them.
 */
export async function writeMoneyHistories(wallet: TestWallet, random: Random, count: number): Promise<MemberId[]> {
  const above = await growNetwork(wallet.owner, oneOfEach(random, wallet.members, Math.ceil(count / 5)))
  const below = await growNetwork(wallet.owner, oneOfEach(random, above, count - above.length))
  const members = [...above, ...below]
  const { rows } = await wallet.owner.query<{ id: number; code: string }>(
    'select id, referral_code as code from member',
  )
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  const history = new History(wallet, random)
  for (const member of members) await depositArrives(wallet.ledger, member, amountBelow(random, 900))
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      members.map((member) => orRefused(history.something(member, codes.get(members[random.below(count)]!)!, codes))),
    )
    for (let turn = 0; turn < count / REVERSED_PER_ROUND; turn += 1)
      await orRefused(history.reverseSomething(Math.ceil(count * NEWEST_PER_MEMBER)))
  }
  members.push(...(await history.cutAShare(members[0]!)))
  await wallet.owner.query(
    `update journal set created_at = now() - (max - id) * make_interval(days => $1) / max
     from (select max(id) from journal) newest`,
    [SPAN_DAYS],
  )
  return members
}

const oneOfEach = (random: Random, from: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => from[random.below(from.length)]!)

const amountBelow = (random: Random, dollars: number): number => (1 + random.below(dollars * 100_000)) / 100_000

async function orRefused(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** What two operators agree on. Against the chain it is a payment that they book, whose evidence is left out. */
export async function adjust({ owner, ledger }: TestWallet, money: Omit<ProposedMoney, 'id'>): Promise<void> {
  const { member, account, units } = money
  const { rows } = await owner.query<{ id: number; second: number }>(
    `insert into proposal (kind, details, summary, why, member_id, proposed_by)
     select 'adjustment', $2::jsonb, 'A correction', 'A correction of this test', $1, min(id) from account where role = 'operator'
     returning id, (select max(id) from account where role = 'operator') as second`,
    [member, JSON.stringify({ member, account, amount: toDollars(units) })],
  )
  const { id, second } = rows[0]!
  const audit = { action: 'proposal.approve', operator: second, why: 'Agreed', address: null, agent: null } as const
  await ledger.post(proposalMoney, { id, ...money, audit })
}

class History {
  readonly #wallet: TestWallet
  readonly #random: Random
  readonly #payouts = new Map<MemberId, number>()

  constructor(wallet: TestWallet, random: Random) {
    this.#wallet = wallet
    this.#random = random
  }

  async something(member: MemberId, other: string, codes: ReadonlyMap<MemberId, string>): Promise<unknown> {
    const { ledger } = this.#wallet
    const amount = amountBelow(this.#random, 90)
    switch (this.#random.below(10)) {
      case 0:
        return depositArrives(ledger, member, amount)
      case 1:
      case 2:
      case 3:
        return ledger.post(donation, donationOrder(member, { amount: amount + 10 }))
      case 4:
        return this.#send(member, { amount, recipient_id: other })
      case 5:
        return this.#send(member, { amount: amount / 10, recipient_id: codes.get(member)!, from: 'available' })
      case 6:
        return earn(ledger, member, amount)
      case 7:
        return this.#adjust(member, amount)
      case 8:
        return this.#withdraw(member, amount)
      default:
        return this.#findPayment(member, amount)
    }
  }

  #send(sender: MemberId, { amount, ...body }: { amount: number; recipient_id: string; from?: 'available' }) {
    const exact = Math.ceil(amount * 100_000) / 100_000
    const order = transferOrder(keyring, { sender, confirmation: CONFIRMED }, { ...body, amount: exact })
    return this.#wallet.ledger.post(transfer, order)
  }

  /** Up or down, on either account. */
  #adjust(member: MemberId, amount: number): Promise<unknown> {
    const units = parseAmount(amount)
    return adjust(this.#wallet, {
      member,
      account: this.#random.below(2) === 0 ? 'impact' : 'available',
      against: 'operations',
      units: this.#random.below(2) === 0 ? units : negated(units),
    })
  }

  async #withdraw(member: MemberId, amount: number): Promise<unknown> {
    const { ledger, owner } = this.#wallet
    const reference = newReference('withdrawal')
    const held = usd(parseAmount(amount) + 1_000_000n)
    const order = { member, amount: held, address: randomAddress(), source: 'available', reference } as const
    // Drawn before anything is waited for: others may draw in between.
    const isCancelled = this.#random.below(2) === 1
    await ledger.post(withdrawal, { ...order, key: undefined })
    if (!isCancelled) return undefined
    const { rows } = await owner.query<{ id: string }>('select id from withdrawal where reference = $1', [reference])
    return ledger.post(withdrawalReleased, { ...order, id: rows[0]!.id, becomes: 'cancelled' })
  }

  #findPayment(member: MemberId, amount: number): Promise<unknown> {
    const number = (this.#payouts.get(member) ?? 0) + 1
    this.#payouts.set(member, number)
    const hash = (): Hash => `0x${randomBytes(32).toString('hex')}`
    return this.#wallet.ledger.post(foundPayment, {
      member,
      amount: parseAmount(amount),
      address: randomAddress(),
      payoutId: hash(),
      number,
      transaction: hash(),
      ordinal: 0,
      signer: randomAddress(),
      block: 1n,
      feePaid: 1n,
    })
  }

  /** A sponsor who may earn less than a donation brings, and asks for a part of it; and the donor. */
  async cutAShare(above: MemberId): Promise<MemberId[]> {
    const { owner, ledger } = this.#wallet
    const [sponsor = 0] = await growNetwork(owner, [above])
    const [donor = 0] = await growNetwork(owner, [sponsor])
    for (const [member, given] of [
      [sponsor, 20],
      [donor, 300],
    ] as const) {
      await depositArrives(ledger, member, 400)
      await ledger.post(donation, donationOrder(member, { amount: given }))
    }
    const order = { member: sponsor, amount: usd(1_100_000n), address: randomAddress(), source: 'available' } as const
    await ledger.post(withdrawal, { ...order, reference: newReference('withdrawal'), key: undefined })
    return [sponsor, donor]
  }

  async reverseSomething(among: number): Promise<unknown> {
    const { owner, db, ledger } = this.#wallet
    const { rows } = await owner.query<{ id: number }>(
      `select id::int from journal where reason in ('donation', 'transfer') or reason = 'adjustment' and source = 'chain'
       order by id desc limit 1 offset $1`,
      [this.#random.below(among)],
    )
    if (!rows[0]) return undefined
    return ledger.post(reversal, await reversalOrder(db, rows[0].id, this.#random.below(2) === 1))
  }
}
