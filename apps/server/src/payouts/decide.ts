import type { MemberId } from '@trefoil/core/ledger/account'
import { show, usd } from '@trefoil/core/money'
import { mayBecome, type WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { ChainTrouble, type Chain, type Hash } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Ledger } from '../ledger/batch.ts'
import { recordAudit, type AuditEntry } from '../members/audit.ts'
import { withdrawalReleased, type Held } from './end.ts'
import { notePaid } from './paid-already.ts'

type Context = { db: Database; ledger: Ledger; chain: Chain }
type Found = Held & { state: WithdrawalState; payoutId: Hash; wasClaimed: boolean; waitsFor: string | null }

/** By its member, as long as nobody has begun to pay it. */
export async function cancelWithdrawal(context: Context, member: MemberId, reference: string): Promise<void> {
  const found = await findWithdrawal(context.db, reference)
  if (found?.member !== member) throw unknown()
  if (found.wasClaimed || !mayBecome(found.state, 'cancelled')) throw tooLate(found.state)
  if (await isPaid(context, found)) throw tooLate('paid')
  await release(context, { ...found, becomes: 'cancelled', operator: null, reason: null })
}

export async function refuseWithdrawal(
  context: Context,
  operator: number,
  { reference, reason, auditEntry }: { reference: string; reason: string; auditEntry?: AuditEntry },
): Promise<void> {
  const found = await findWithdrawal(context.db, reference)
  if (!found) throw unknown()
  if (!mayBecome(found.state, 'refused')) throw tooLate(found.state)
  if (await isPaid(context, found))
    throw new Refusal('wrong_state', 'The vault has paid this withdrawal: it cannot be given back.')
  await release(context, { ...found, becomes: 'refused', operator, reason, auditEntry: withMember(auditEntry, found) })
}

/** Also where our own records say that it was never sent: they may be older than the chain's. Operators are told. */
async function isPaid({ db, chain }: Context, { id, payoutId }: Found): Promise<boolean> {
  try {
    if (!(await chain.isPaid(payoutId))) return false
    await notePaid(db, [id])
    return true
  } catch (error) {
    if (!(error instanceof ChainTrouble)) throw error
    throw Object.assign(new Refusal('busy', 'The chain cannot be asked right now: try again in a moment.'), {
      cause: error,
    })
  }
}

/**
 * Leaves with the next look of the payout worker, unless a security hold delays it. One that is approved and waits, as
 * for a vault that turned it down, is looked at anew.
 */
export async function approveWithdrawal(
  { db }: Context,
  operator: number,
  reference: string,
  auditEntry?: AuditEntry,
): Promise<void> {
  const found = await findWithdrawal(db, reference)
  if (!found) throw unknown()
  if (found.waitsFor === 'vault_has_paid') throw tooLate('paid')
  const isAnew = found.state === 'approved' && found.waitsFor !== null
  if (!isAnew && !mayBecome(found.state, 'approved')) throw tooLate(found.state)
  const approving = db.transaction().execute(async (tx) => {
    // Shared with who freezes: whichever comes first is seen by the other.
    const { rows } = await sql<{ frozen: boolean }>`
      select frozen from member_balance where member_id = ${found.member} for share`.execute(tx)
    if (rows[0]?.frozen)
      throw new Refusal('wrong_state', 'The member is frozen: unfreeze them first, or refuse the withdrawal.')
    const { numUpdatedRows } = await tx
      .updateTable('withdrawal')
      .set({
        ...(!isAnew && { state: 'approved' as const }),
        decided_by: operator,
        decided_at: sql<Date>`now()`,
        look_at: sql<Date>`now()`,
        waits_for: null,
        refusals: 0,
      })
      .where('reference', '=', reference)
      .where('state', '=', found.state)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw tooLate('claimed')
    const whole = withMember(auditEntry, found)
    if (whole) await recordAudit(tx, whole)
  })
  await approving.catch(tooLateIfMoved)
}

const withMember = (auditEntry: AuditEntry | undefined, { member, reference, amount }: Found): AuditEntry | undefined =>
  auditEntry && { ...auditEntry, member, subject: reference, details: { ...auditEntry.details, amount: show(amount) } }

async function release({ ledger }: Context, order: Parameters<typeof withdrawalReleased.touches>[0]): Promise<void> {
  await ledger.post(withdrawalReleased, order).catch(tooLateIfMoved)
}

/** It moved between the look and the operation: the database is the last guard. */
function tooLateIfMoved(error: unknown): never {
  if (violates(error, 'withdrawal_moves') || violates(error, 'same_reference_is_posted_once')) throw tooLate('claimed')
  throw error
}

async function findWithdrawal(db: Database, reference: string): Promise<Found | undefined> {
  const row = await db.selectFrom('withdrawal').selectAll().where('reference', '=', reference).executeTakeFirst()
  return (
    row && {
      id: row.id,
      member: row.member_id,
      amount: usd(BigInt(row.amount)),
      reference: row.reference,
      state: row.state,
      payoutId: row.payout_id as Hash,
      wasClaimed: row.claimed_at !== null,
      waitsFor: row.waits_for,
    }
  )
}

const unknown = () => new Refusal('not_found', 'There is no such withdrawal.')

const SENTENCES = {
  requested: 'This withdrawal waits to be looked at.',
  approved: 'This withdrawal is approved already.',
  claimed: 'This withdrawal is already being paid out.',
  failed: 'This withdrawal could not be paid out, and waits for an operator.',
  paid: 'This withdrawal was already paid out.',
  refused: 'This withdrawal was already refused.',
  cancelled: 'This withdrawal was already cancelled.',
} satisfies Record<WithdrawalState, string>

const tooLate = (state: WithdrawalState) => new Refusal('wrong_state', SENTENCES[state])
