import type { dryRunPayout as dryRunRoute, proposePayout as route } from '@trefoil/contract/operator/proposals'
import type { BodyOf, QueryOf, ReplyOf } from '@trefoil/contract/route'
import { ownerOfCause, SYSTEM, systemAccount, type OwnerId } from '@trefoil/core/ledger/account'
import { minus, parseAmount, plus, show, toDollars, type Usd } from '@trefoil/core/money'
import { planPayout } from '@trefoil/core/payouts/plan-withdrawal'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { payableAddress } from '../chain/address.ts'
import type { Address, Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import type { AuditEntry } from '../members/audit.ts'
import { insertPayout } from '../payouts/write-withdrawals.ts'
import type { Actor, OperatorContext, ProposalContext } from './context.ts'
import { closeProposal } from './proposal-money.ts'
import { openProposal, type Details } from './propose.ts'
import type { ProposalView } from './proposals.ts'
import { isoOrNull } from './shapes.ts'
import { readSystemBalance } from './system-balance.ts'
import { readVault } from './vault.ts'

type Asked = { cause: number | null; amount: number; address?: string | undefined }
type Payee = { name: string; address: Address; since: Date | null }
type Payout = Payee & { owner: OwnerId; amount: Usd; balance: Usd }

/** Refused if it could not be paid right now, so that the second operator does not have to find out. */
export async function proposePayout(
  context: ProposalContext,
  actor: Actor,
  { why, ...asked }: BodyOf<typeof route>,
): Promise<ProposalView> {
  const payout = await readPayout(context, asked)
  requireCovered(payout)
  const { owner, name, amount, address } = payout
  return openProposal(context, actor, {
    kind: 'payout',
    details: { owner, amount: toDollars(amount), address },
    summary: `Pay ${show(amount)} out to ${name}, at ${address}`,
    why,
  })
}

/** What it would do to which accounts. Nothing is written. */
export async function dryRunPayout(
  context: OperatorContext,
  asked: QueryOf<typeof dryRunRoute>,
): Promise<ReplyOf<typeof dryRunRoute>['data']> {
  const payout = await readPayout(context, { ...asked, cause: asked.cause ?? null })
  const { owner, amount, balance, address, since } = payout
  const [held, vault] = await Promise.all([
    readSystemBalance(context.db, systemAccount('held', owner)),
    readVault(context.db),
  ])
  const change = { before: toDollars(balance), after: toDollars(minus(balance, amount)) }
  return {
    address,
    address_since: isoOrNull(since),
    vault,
    accounts: [
      { account: owner < SYSTEM ? 'cause' : 'operations', ...change },
      { account: 'held', before: toDollars(held), after: toDollars(plus(held, amount)) },
    ],
    refused: balance < amount ? tooLittle(payout).message : null,
  }
}

/** As two operators agreed, if the account still covers it, the address is still the one, and nobody has paid it. */
export async function payOut(
  context: ProposalContext,
  { id, owner, amount, address, audit }: Details['payout'] & { id: number; audit: AuditEntry },
): Promise<void> {
  const cause = owner < SYSTEM ? -owner : null
  const now = await readPayout(context, { cause, amount, ...(cause === null && { address }) })
  if (now.address !== address) throw addressChanged()
  await refusePaid(context.db, { id, owner, amount: now.amount, address })
  await context.ledger.post(payoutAgreed, { id, owner, amount: now.amount, address, audit }).catch((error: unknown) => {
    throw violates(error, 'cause_is_paid_at_its_address') ? addressChanged() : error
  })
}

const addressChanged = () =>
  new Refusal('wrong_state', 'The payout address has changed since: reject this, and propose it again.')

/**
 * A database that was set back may have forgotten that two operators agreed to this, and has found the payment on the
 * chain since.
 */
async function refusePaid(db: Database, { id, owner, amount, address }: Omit<Order, 'audit'>): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select w.reference from withdrawal w join found_payment f on f.withdrawal_id = w.id
    where w.member_id = ${owner} and w.amount = ${amount} and w.address = ${address} and w.proposal_id is null
      and w.ended_at > (select proposed_at from proposal where id = ${id}) limit 1`.execute(db)
  const [found] = rows
  if (found)
    throw new Refusal(
      'wrong_state',
      `The same payment was found on the chain since, as ${found.reference}: reject this, and propose it again if it is another one.`,
    )
}

type Order = AnyOrder & { id: number; owner: OwnerId; amount: Usd; address: string; audit: AuditEntry }

/** Held, and on its way as a withdrawal is. The proposal is closed with it. */
const payoutAgreed: LedgerOperation<Order, object, Order> = {
  reason: 'withdrawal_held',
  touches: ({ id }) => ({ members: [], references: [referenceOf(id)] }),
  decide({ book, programme }, order) {
    const { id, owner, amount } = order
    const plan = planPayout({ book, programme }, { owner, amount, reference: referenceOf(id) })
    return { plan, reply: {}, note: order }
  },
  write(pipeline, done) {
    for (const { note } of done) {
      const { id, owner, amount, address, audit } = note
      const { operator, why } = audit
      const source = owner < SYSTEM ? 'cause' : 'operations'
      insertPayout(pipeline, {
        proposal: id,
        reference: referenceOf(id),
        owner,
        source,
        amount,
        address,
        operator,
        why,
      })
      pipeline.send(closeProposal, [id, operator, why])
    }
  },
}

const referenceOf = (proposal: number): string => `payout-${proposal}`

async function readPayout(
  context: Pick<OperatorContext, 'db' | 'chain'>,
  { cause, amount, address }: Asked,
): Promise<Payout> {
  const { db } = context
  const owner = cause === null ? SYSTEM : ownerOfCause(cause)
  const payee =
    cause === null
      ? { name: 'operations', address: operationsAddress(address), since: null }
      : await readPayee(db, cause)
  await refuseOurs(context, payee.address)
  return {
    ...payee,
    owner,
    amount: parseAmount(amount),
    balance: await readSystemBalance(db, systemAccount(cause === null ? 'operations' : 'cause', owner)),
  }
}

function requireCovered(payout: Payout): void {
  if (payout.balance < payout.amount) throw tooLittle(payout)
}

const tooLittle = ({ name, balance, amount }: Payout): Refusal =>
  new Refusal('insufficient_funds', `${name} has ${show(balance)}, which does not cover ${show(amount)}.`)

/** Two persons agree to it together with the amount. */
function operationsAddress(typed: string | undefined): Address {
  if (typed === undefined) throw new Refusal('invalid_address', 'Say where operations is paid to.')
  return payableAddress(typed)
}

/** A closed cause is paid out to the end. A new address has to wait. */
async function readPayee(db: Database, id: number): Promise<Payee> {
  const { rows } = await sql<{ name: string; address: Address | null; since: Date | null; waits_until: Date | null }>`
    select name, payout_address as address, payout_address_from as since,
      case when payout_address_from > now() then payout_address_from end as waits_until
    from cause where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found', 'There is no such cause.')
  const { name, address, since, waits_until: until } = row
  if (address === null) throw new Refusal('wrong_state', `${name} has no payout address yet.`)
  if (until)
    throw new Refusal(
      'wrong_state',
      `The payout address of ${name} is new: nothing is paid to it before ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    )
  return { name, address, since }
}

async function refuseOurs({ db, chain }: { db: Database; chain: Chain }, address: Address): Promise<void> {
  const { rows } = await sql<{ issued: boolean; declared: boolean }>`
    select exists (select from deposit_address where address = ${address}) as issued,
      exists (select from funding_address where address = ${address} and chain_id = ${chain.id}) as declared`.execute(
    db,
  )
  const { issued = false, declared = false } = rows[0] ?? {}
  if (chain.isOurs(address) || issued) throw new Refusal('invalid_address', 'This address is one of our own.')
  if (declared)
    throw new Refusal('invalid_address', 'This address is declared as our own: what goes there is own funding.')
}
