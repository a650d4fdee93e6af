import { Refusal } from '@trefoil/core/refusal'
import { readProgramme } from '@trefoil/core/programme/programme-record'
import { sql } from 'kysely'
import { LOCKS, type Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { AuditEntry } from '../members/audit.ts'
import { endRecovery, requireRecovered } from '../payouts/end-recovery.ts'
import type { Actor, OperatorContext, ProposalContext } from './context.ts'
import { bookPayment } from './book-payment.ts'
import { carryOutCause, requireOpenDefault } from './change-cause.ts'
import { acceptLostTail } from './lost-tail.ts'
import { changeSettings } from './change-settings.ts'
import { askForEpoch } from './epochs.ts'
import { changeFundingAddress } from './funding-address.ts'
import { payOut } from './pay-out.ts'
import { readOriginal } from './original.ts'
import { proposalMoney } from './proposal-money.ts'
import { readProposal, type ProposalView } from './proposals.ts'
import { activeFrom, askingChain, findFinalUnmatched, signedAmount, type Details } from './propose.ts'
import { changeConsentRules, publishDocument } from './documents/publish-document.ts'
import { reversal } from './reverse.ts'

type Decision = { id: number; why: string }

/** By an operator other than the proposer. The change, the proposal's end and the audit entry are one transaction. */
export async function approveProposal(
  context: ProposalContext,
  actor: Actor,
  { id, why }: Decision,
): Promise<ProposalView> {
  const proposal = await readProposal(context.db, id)
  requireOpen(proposal)
  if (proposal.proposed_by.id === actor.operator)
    throw new Refusal('forbidden', 'This needs two people: another operator has to approve it.')
  await requireOperator(context, proposal.proposed_by.id)
  const audit = entryAbout(proposal, { ...actor, action: 'proposal.approve', why })
  await carryOut(context, proposal, audit).catch(decidedOnce)
  return readProposal(context.db, id)
}

export async function rejectProposal(
  { db, act }: OperatorContext,
  actor: Actor,
  { id, why }: Decision,
): Promise<ProposalView> {
  const proposal = await readProposal(db, id)
  requireOpen(proposal)
  const audit = entryAbout(proposal, { ...actor, action: 'proposal.reject', why })
  await act(audit, (tx) => close(tx, { id, state: 'rejected', audit })).catch(decidedOnce)
  return readProposal(db, id)
}

async function carryOut(context: ProposalContext, proposal: ProposalView, audit: AuditEntry): Promise<void> {
  const { id } = proposal
  switch (proposal.kind) {
    case 'adjustment': {
      const { member, account, amount } = proposal.details as Details['adjustment']
      await context.ledger.post(proposalMoney, {
        id,
        member,
        account,
        against: 'operations',
        units: signedAmount(amount),
        audit,
      })
      return
    }
    case 'assignment': {
      const { member, unmatched } = proposal.details as Details['assignment']
      // Checked again: a reorganisation may have removed it since.
      const { amount: units, sender } = await findFinalUnmatched(context, unmatched)
      // And lists may name its sender by now: once credited, it can be spent.
      await context.screenAddress?.({ owner: member, address: sender, amount: units })
      await context.ledger.post(proposalMoney, { id, member, account: 'impact', against: 'chain', units, audit })
      return
    }
    case 'reversal': {
      const details = proposal.details as Details['reversal']
      const original = await readOriginal(context.db, details.journal)
      await context.ledger.post(reversal, { id, original, details, audit })
      return
    }
    case 'programme':
      return context.act(audit, async (tx) => {
        await insertProgramme(tx, proposal.details as Details['programme'])
        await close(tx, { id, state: 'done', audit })
      })
    case 'signer':
      return context.act(audit, async (tx) => {
        await resumeSigner(tx, proposal.details as Details['signer'])
        await close(tx, { id, state: 'done', audit })
      })
    case 'payout':
      return payOut(context, { id, audit, ...(proposal.details as Details['payout']) })
    case 'payment':
      return bookPayment(context, { id, audit, ...(proposal.details as Details['payment']) })
    case 'recovery': {
      const { recovery, handOverSigner } = proposal.details as Details['recovery']
      // Looked at again: a payment may have been made since.
      await askingChain(() => requireRecovered(context))
      return context.act(audit, async (tx) => {
        await endRecovery(tx, context.chain, { recovery, handOverSigner, proposal: id })
        await close(tx, { id, state: 'done', audit })
      })
    }
    case 'lost_tail':
      return context.act(audit, async (tx) => {
        await acceptLostTail(tx, { ...(proposal.details as Details['lost_tail']), proposal: id })
        await close(tx, { id, state: 'done', audit })
      })
    case 'settings':
      return context.act(audit, async (tx) => {
        await changeSettings(tx, proposal.details as Details['settings'])
        await close(tx, { id, state: 'done', audit })
      })
    case 'cause':
      return context.act(audit, async (tx) => {
        await carryOutCause(tx, context, { ...(proposal.details as Details['cause']), id })
        await close(tx, { id, state: 'done', audit })
      })
    case 'epoch':
      return context.act(audit, async (tx) => {
        await askForEpoch(tx, id)
        await close(tx, { id, state: 'done', audit })
      })
    case 'document':
      return context.act(audit, async (tx) => {
        await publishDocument(tx, id)
        await close(tx, { id, state: 'done', audit })
      })
    case 'consent_rule':
      return context.act(audit, async (tx) => {
        await changeConsentRules(tx, { ...(proposal.details as Details['consent_rule']), proposal: id })
        await close(tx, { id, state: 'done', audit })
      })
    case 'funding_address':
      return context.act(audit, async (tx) => {
        await changeFundingAddress(tx, context.chain, { ...(proposal.details as Details['funding_address']), id })
        await close(tx, { id, state: 'done', audit })
      })
  }
}

/** Versions are ordered in time as in number, so that the newest one whose start has passed is in force. */
async function insertProgramme(tx: Tx, { rules, active_from }: Details['programme']): Promise<void> {
  // Locks the ledger: one new version at a time, between two batches.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.ledger)})`.execute(tx)
  const { rows } = await sql<{ version: number; active_from: Date; now: Date }>`
    select version, active_from, now() as now from programme order by version desc limit 1`.execute(tx)
  const [latest] = rows
  const version = (latest?.version ?? 0) + 1
  await requireOpenDefault(tx, readProgramme(version, rules))
  const now = latest?.now ?? new Date()
  const wanted = activeFrom(active_from)
  const from = wanted && wanted > now ? wanted : now
  if (latest && latest.active_from > from)
    throw new Refusal(
      'wrong_state',
      `Version ${latest.version} begins on ${latest.active_from.toISOString()}: a newer one cannot begin before it.`,
    )
  await tx
    .insertInto('programme')
    .values({ version, rules: JSON.stringify(rules), active_from: from })
    .execute()
}

/** Whatever the chain has done since the proposal stops it again. */
async function resumeSigner(tx: Tx, { address }: Details['signer']): Promise<void> {
  const { rows } = await sql`
    update signer set stopped = null, stopped_at = null where address = ${address} and stopped is not null
    returning address`.execute(tx)
  if (rows.length === 0) throw new Refusal('wrong_state', 'This signer is not stopped any more.')
}

async function close(
  tx: Tx,
  { id, state, audit }: { id: number; state: 'done' | 'rejected'; audit: AuditEntry },
): Promise<void> {
  await tx
    .updateTable('proposal')
    .set({ state, decided_by: audit.operator, decided_at: sql<Date>`now()`, decision: audit.why })
    .where('id', '=', id)
    .execute()
}

const entryAbout = (proposal: ProposalView, audit: AuditEntry): AuditEntry => ({
  ...audit,
  member: proposal.member?.id,
  subject: String(proposal.id),
  details: { kind: proposal.kind, summary: proposal.summary },
})

/** Both people must be operators now. */
async function requireOperator({ db }: ProposalContext, id: number): Promise<void> {
  const account = await db.selectFrom('account').select('role').where('id', '=', id).executeTakeFirst()
  if (account?.role !== 'operator')
    throw new Refusal('wrong_state', 'The proposer is no longer an operator: reject this, and propose it again.')
}

function requireOpen({ state }: ProposalView): void {
  if (state === 'done') throw new Refusal('wrong_state', 'This was already approved.')
  if (state === 'rejected') throw new Refusal('wrong_state', 'This was already rejected.')
}

/** The database lets only one of two concurrent decisions pass. */
function decidedOnce(error: unknown): never {
  if (violates(error, 'proposal_moves') || violates(error, 'same_reference_is_posted_once'))
    throw new Refusal('wrong_state', 'This was already decided.')
  if (violates(error, 'payment_booked_once')) throw new Refusal('wrong_state', 'This payment is already booked.')
  if (violates(error, 'two_persons')) throw new Refusal('forbidden', 'This needs two people.')
  throw error
}
