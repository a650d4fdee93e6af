import type { dryRunPayment as route } from '@trefoil/contract/operator/recovery'
import type { ReplyOf } from '@trefoil/contract/route'
import { chain as outside, operations } from '@trefoil/core/ledger/account'
import { minus, plus, show, toDollars, usd, type Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { Database } from '../db/database.ts'
import { findOpenAgain } from '../payouts/asked-for.ts'
import { readUnbooked, type UnbookedPayment } from '../payouts/unbooked.ts'
import type { OperatorContext } from './context.ts'
import type { Person } from './shapes.ts'
import { readSystemBalance } from './system-balance.ts'

type Bearer = { account: 'available' | 'operations'; person: Person | null; balance: Usd; name: string }

export type PaymentDryRun = {
  payment: UnbookedPayment
  /** For the sentence: whose money it would be. */
  name: string
  bearer: Bearer
  chain: Usd
  /** Why it could not be booked now. */
  refused: Refusal | undefined
}

/** What a booking would do, without doing it. Refuses a payment that is booked, or that nobody has seen. */
export async function dryRunPayment(
  { db, chain }: OperatorContext,
  { transaction, ordinal, member }: { transaction: string; ordinal: number; member: number | null },
): Promise<PaymentDryRun> {
  const payment = await requireUnbooked({ db, chain }, { transaction, ordinal })
  const bearer = member === null ? await readOperations(db) : await readMember(db, member)
  const { name } = bearer
  const refused = (await refuseAskedFor(db, payment)) ?? refuseUncovered(bearer, payment)
  return { payment, name, bearer, chain: await readSystemBalance(db, outside), refused }
}

/** It belongs to a withdrawal, which the payout worker ends with it. */
export async function refuseAskedFor(db: Database, payment: UnbookedPayment): Promise<Refusal | undefined> {
  const asked = await findOpenAgain(db, payment)
  if (!asked) return undefined
  const { reference } = asked
  return new Refusal(
    'wrong_state',
    `${reference} asks for exactly this payment, and would be paid again: the payout worker books it. Or refuse it first.`,
  )
}

const refuseUncovered = ({ balance, name }: Bearer, { amount }: UnbookedPayment): Refusal | undefined =>
  balance < amount
    ? new Refusal('insufficient_funds', `${name} has ${show(balance)}, which does not cover ${show(amount)}.`)
    : undefined

export function dryRunReply({ payment, bearer, chain, refused }: PaymentDryRun): ReplyOf<typeof route>['data'] {
  const { account, person, balance } = bearer
  return {
    accounts: [
      { account, member: person, before: toDollars(balance), after: toDollars(minus(balance, payment.amount)) },
      { account: 'chain', member: null, before: toDollars(chain), after: toDollars(plus(chain, payment.amount)) },
    ],
    refused: refused?.message ?? null,
  }
}

export async function requireUnbooked(
  { db, chain }: Pick<OperatorContext, 'db' | 'chain'>,
  { transaction, ordinal }: { transaction: string; ordinal: number },
): Promise<UnbookedPayment> {
  const unbooked = await readUnbooked(db, chain)
  const payment = unbooked.find((one) => one.transaction === transaction && one.ordinal === ordinal)
  if (!payment) throw new Refusal('wrong_state', 'This payment is already booked, is not final, or does not exist.')
  return payment
}

async function readMember(db: Database, id: number): Promise<Bearer> {
  const row = await db
    .selectFrom('member_balance')
    .innerJoin('account', 'account.id', 'member_balance.member_id')
    .select(['account.id', 'name', 'email', 'available'])
    .where('member_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such member.')
  const { available, ...person } = row
  return { account: 'available', person, balance: usd(BigInt(available)), name: person.name }
}

const readOperations = async (db: Database): Promise<Bearer> => ({
  account: 'operations',
  person: null,
  balance: await readSystemBalance(db, operations),
  name: 'operations',
})
