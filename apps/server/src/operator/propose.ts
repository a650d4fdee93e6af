import type * as contract from '@trefoil/contract/operator/proposals'
import type { BodyOf } from '@trefoil/contract/route'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { operations as operationsAccount } from '@trefoil/core/ledger/account'
import { negated, parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { readProgramme, type ProgrammeRecord } from '@trefoil/core/programme/programme-record'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { ChainTrouble, type Address } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { AuditEntry } from '../members/audit.ts'
import { mailOperators } from '../members/mail-operators.ts'
import type { SignerHandover } from '../payouts/signer-handover.ts'
import type { Actor, OperatorContext } from './context.ts'
import type { SettingsDetails } from './change-settings.ts'
import { requireOpenDefault, type CauseDetails } from './change-cause.ts'
import { isCreditable } from './deposits.ts'
import { readProposal, type ProposalView } from './proposals.ts'
import type { ConsentRuleDetails, DocumentDetails } from './documents/publish-document.ts'
import { readSystemBalance } from './system-balance.ts'
import type { ReversalDetails } from './reverse.ts'

/** What is stored with a proposal of each kind, and carried out when the second operator agrees. */
export type Details = {
  adjustment: { member: number; account: 'impact' | 'available'; amount: number }
  assignment: { unmatched: number; member: number; amount: number; transaction: string }
  programme: { rules: ProgrammeRecord; active_from: string | null }
  signer: { address: string; change: 'resume' }
  payment: { transaction: string; ordinal: number; member: number | null; amount: number; recipient: string }
  recovery: { recovery: number; handOverSigner: SignerHandover }
  funding_address: { address: string; name: string; change: 'declare' | 'retract' }
  reversal: ReversalDetails
  settings: SettingsDetails
  cause: CauseDetails
  /** `owner`: a cause below zero, or operations. */
  payout: { owner: number; amount: number; address: string }
  epoch: Record<string, never>
  lost_tail: { lost_tail: number }
  document: DocumentDetails
  consent_rule: ConsentRuleDetails
}
export type Kind = keyof Details

/** Refused if it could not be done right now, so that the second operator does not have to find out. */
export async function proposeAdjustment(
  context: Pick<OperatorContext, 'db' | 'act'>,
  actor: Actor,
  { member, account, amount, why }: BodyOf<typeof contract.proposeAdjustment>,
): Promise<ProposalView> {
  const units = signedAmount(amount)
  const { name, impact, on_hold: onHold, available } = await requireMember(context.db, member)
  const balance = account === 'impact' ? BigInt(impact) - BigInt(onHold) : BigInt(available)
  if (balance + units < 0n) throw new Refusal('insufficient_funds', `The ${account} balance of ${name} is too small.`)
  const operations = await readSystemBalance(context.db, operationsAccount)
  if (operations < units)
    throw new Refusal('insufficient_funds', `Operations has ${show(operations)}, which does not cover ${show(units)}.`)
  const verb = units > 0n ? `Add ${show(units)} to` : `Take ${show(negated(units))} from`
  const summary = `${verb} the ${account} balance of member ${member}`
  return openProposal(context, actor, {
    kind: 'adjustment',
    details: { member, account, amount },
    summary,
    member,
    why,
  })
}

/** Positive or negative, never zero. */
export const signedAmount = (dollars: number): Usd =>
  dollars < 0 ? negated(parseAmount(-dollars)) : parseAmount(dollars)

export async function proposeAssignment(
  context: OperatorContext,
  actor: Actor,
  { unmatched, member, why }: BodyOf<typeof contract.proposeAssignment>,
): Promise<ProposalView> {
  await requireMember(context.db, member)
  const unmatchedTransfer = await findFinalUnmatched(context, unmatched)
  const details = {
    unmatched,
    member,
    amount: toDollars(unmatchedTransfer.amount),
    transaction: unmatchedTransfer.transaction,
  }
  // As the sender of a deposit is.
  await context.screenAddress?.({
    owner: member,
    address: unmatchedTransfer.sender,
    amount: unmatchedTransfer.amount,
  })
  const summary = `Credit ${show(unmatchedTransfer.amount)} of an unmatched transfer to member ${member}`
  return openProposal(context, actor, { kind: 'assignment', details, summary, member, why })
}

/** An unmatched transfer of our token that is final and not assigned yet. */
export async function findFinalUnmatched({ db, chain }: Pick<OperatorContext, 'db' | 'chain'>, id: number) {
  const { rows } = await sql<{
    creditable: boolean
    value: string
    transaction: string
    sender: Address
    is_final: boolean
  }>`
    select ${isCreditable(chain)} as creditable, s.value::text as value, s.transaction, s.sender,
      s.block_number <= scan.final as is_final
    from unmatched_transfer s left join scan using (chain_id) where s.id = ${id} and s.chain_id = ${chain.id}`.execute(
    db,
  )
  const [unmatchedTransfer] = rows
  if (!unmatchedTransfer) throw new Refusal('not_found', 'There is no such transfer.')
  if (!unmatchedTransfer.creditable)
    throw new Refusal(
      'wrong_state',
      'Only our own token, sent to the treasury or the vault by somebody else, can be credited.',
    )
  const { credited: amount } = receivedFrom(BigInt(unmatchedTransfer.value), chain.decimals)
  if (!unmatchedTransfer.is_final)
    throw new Refusal('wrong_state', 'This transfer is not final yet: wait for its confirmations.')
  const { transaction, sender } = unmatchedTransfer
  return { amount, transaction, sender }
}

export async function proposeProgramme(
  context: OperatorContext,
  actor: Actor,
  { rules, active_from, why }: BodyOf<typeof contract.proposeProgramme>,
): Promise<ProposalView> {
  // Version 1 stands for any: it gets its number when it is approved.
  await requireOpenDefault(context.db, readProgramme(1, rules))
  const from = activeFrom(active_from)
  if (from && from.getTime() < Date.now()) throw new Refusal('invalid_request', 'The activation date is in the past.')
  const when = from ? `from ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC on` : 'as soon as it is approved'
  const details = { rules, active_from: from?.toISOString() ?? null }
  return openProposal(context, actor, {
    kind: 'programme',
    details,
    summary: `A new version of the programme, ${when}`,
    why,
  })
}

export function activeFrom(text: string | null): Date | undefined {
  if (text === null) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new Refusal('invalid_request', 'The activation date is not a date.')
  return date
}

export async function proposeSigner(
  context: OperatorContext,
  actor: Actor,
  { address, change, why }: BodyOf<typeof contract.proposeSigner>,
): Promise<ProposalView> {
  const row = await context.db.selectFrom('signer').select('stopped').where('address', '=', address).executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such signer.')
  if (row.stopped === null) throw new Refusal('wrong_state', 'This signer is not stopped.')
  const summary = `Let the signer ${address} send again; it stopped: ${row.stopped}`
  return openProposal(context, actor, { kind: 'signer', details: { address, change }, summary, why })
}

export async function askingChain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChainTrouble)) throw error
    const refusal = new Refusal('busy', 'The chain cannot be asked right now: try again in a moment.')
    throw Object.assign(refusal, { cause: error })
  }
}

type Opening = {
  [K in Kind]: { kind: K; details: Details[K]; summary: string; member?: number; why: string }
}[Kind]

/** Writes the proposal, its audit entry, and mails to the other operators. */
export async function openProposal(
  { act }: Pick<OperatorContext, 'act'>,
  actor: Actor,
  { kind, details, summary, member, why }: Opening,
) {
  const by = actor.operator ?? 0
  const work = async (tx: Tx) => {
    const { id } = await tx
      .insertInto('proposal')
      .values({
        kind,
        details: JSON.stringify(details),
        summary,
        why,
        member_id: member ?? null,
        proposed_by: by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await mailOperators(tx, { kind: 'proposal waits', facts: { summary, by, id } })
    return readProposal(tx, id)
  }
  const entry: AuditEntry = { ...actor, action: 'proposal.open', member, why, details: { kind, summary } }
  return act(entry, work, ({ id }) => ({ subject: String(id) })).catch((error: unknown) => {
    if (violates(error, 'one_assignment_per_transfer'))
      throw new Refusal('wrong_state', 'This transfer is already assigned, or proposed.')
    if (violates(error, 'one_booking_per_payment'))
      throw new Refusal('wrong_state', 'This payment is already booked, or proposed.')
    if (violates(error, 'one_reversal_of_journal'))
      throw new Refusal('wrong_state', 'This journal was already reversed, or its reversal is already proposed.')
    throw error
  })
}

async function requireMember(db: Database, id: number) {
  const row = await db
    .selectFrom('member_balance')
    .innerJoin('account', 'account.id', 'member_balance.member_id')
    .select(['name', 'impact', 'on_hold', 'available', 'closed'])
    .where('member_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such member.')
  if (row.closed) throw new Refusal('wrong_state', 'This member has left: nothing can be credited to them.')
  return row
}
