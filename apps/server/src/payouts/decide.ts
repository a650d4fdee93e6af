import type { MemberId } from '@trefoil/core/ledger/account'
import { show, usd } from '@trefoil/core/money'
import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import { mayBecome, type WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { ChainTrouble, type Address, type Chain, type Hash } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Ledger } from '../ledger/batch.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { actIn, type AuditEntry } from '../members/audit.ts'
import { requireCauseAddress } from './cause-address.ts'
import { withdrawalReleased, type Held } from './end.ts'
import { isFirstApproval } from './first-approval.ts'
import { explainPaid, mayBeLost } from './lost-number.ts'
import { notePaid } from './paid-already.ts'
import { nextPayouts, readClaimed } from './payout-number.ts'
import { countUnknownSent } from './unknown-sent.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

type Context = { db: Database; ledger: Ledger; chain: Chain }
type Found = Held & {
  source: WithdrawalSource
  address: Address
  state: WithdrawalState
  payoutId: Hash | null
  wasClaimed: boolean
  waitsFor: string | null
}

/** Above an amount that the programme names, it takes a second operator. */
export type Approval = 'approved' | 'first_of_two'

/** What operators may do with withdrawals, each with an audit entry. */
export type WithdrawalDecisions = {
  approve(reference: string, audit: AuditEntry): Promise<Approval>
  /** `told`: what the member reads, which is the entry's reason unless something else is said. */
  refuse(reference: string, audit: AuditEntry, told?: string | null): Promise<void>
}

export const withdrawalDecisions = (context: Context): WithdrawalDecisions => ({
  approve: (reference, audit) => approveWithdrawal(context, reference, audit),
  refuse: (reference, audit, told = audit.why) => refuseWithdrawal(context, { reference, audit, told }),
})

/** By its member, until it is claimed. Returns where the money is again. */
export async function cancelWithdrawal(
  context: Context,
  member: MemberId,
  reference: string,
  requestId?: string,
): Promise<WithdrawalSource> {
  const found = await findWithdrawal(context.db, reference)
  if (found?.member !== member) throw unknown()
  if (found.wasClaimed || !mayBecome(found.state, 'cancelled')) throw tooLate(found.state)
  if (await isPaid(context, found)) throw tooLate('paid')
  await release(context, { ...found, becomes: 'cancelled', requestId })
  return found.source
}

type Refused = { reference: string; audit: AuditEntry; told: string | null }

async function refuseWithdrawal(context: Context, { reference, audit, told }: Refused): Promise<void> {
  const found = await findWithdrawal(context.db, reference)
  if (!found) throw unknown()
  if (!mayBecome(found.state, 'refused')) throw tooLate(found.state)
  if (await isPaid(context, found))
    throw new Refusal('wrong_state', 'The vault has paid this withdrawal: it cannot be given back.')
  await release(context, { ...found, becomes: 'refused', audit: entryAbout(found, audit), told })
}

/**
 * Asks the vault even if our records say that it was never sent: they may be older than the chain. Operators are
 * notified.
 */
async function isPaid(context: Context, found: Found): Promise<boolean> {
  const { db, chain } = context
  const { id, payoutId } = found
  try {
    // A payment that the database has forgotten may be on its way.
    if ((await countUnknownSent(context)) > 0) throw beingLookedFor()
    if (payoutId === null) {
      await requireNothingForgotten(context, found)
      return false
    }
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
 * A payment that the database has forgotten may be the one for this withdrawal: under the member's next number, under
 * the one that another withdrawal has claimed since, or under one that was found and is not booked yet.
 */
async function requireNothingForgotten(context: Context, found: Found): Promise<void> {
  const { db, chain } = context
  const { member } = found
  const readNext = async () => (await nextPayouts(db, [member])).get(member)
  const claimed = await readClaimed(db, member)
  const next = await readNext()
  if (next && (await chain.isPaid(next.id))) {
    const paid = { payoutId: next.id, member, number: next.number }
    // Another withdrawal of the member may have taken the number while the vault was asked.
    const isTaken = (await readNext())?.id !== next.id
    if (!isTaken && (await explainPaid(db, paid)) === 'forgotten') throw beingLookedFor()
    return requireNothingForgotten(context, found)
  }
  if (claimed !== undefined && (await chain.isPaid(claimed)))
    throw new Refusal('wrong_state', 'Another payment to this account is not final yet: try again shortly.')
  if (await mayBeLost({ db, chain }, found)) throw beingLookedFor()
}

const beingLookedFor = () =>
  new Refusal('wrong_state', 'A payment to this account is being looked for on the chain: try again later.')

/**
 * Paid at the payout worker's next look, unless a security hold delays it. Approving again one that waits, for example
 * because the vault rejected it, makes the worker look at it again.
 */
async function approveWithdrawal({ db }: Context, reference: string, audit: AuditEntry): Promise<Approval> {
  const found = await findWithdrawal(db, reference)
  if (!found) throw unknown()
  if (found.waitsFor === 'vault_has_paid') throw tooLate('paid')
  if (found.waitsFor === 'screening_hit')
    throw new Refusal('wrong_state', 'Screening holds this withdrawal: decide about the hit first, or refuse it.')
  const isAnew = found.state === 'approved' && found.waitsFor !== null
  if (!isAnew && !mayBecome(found.state, 'approved')) throw tooLate(found.state)
  await requireCauseAddress(db, found)
  const { twoPersonsAbove } = await currentProgramme(db)
  const needsTwo = found.amount > twoPersonsAbove
  const entry = entryAbout(found, audit)
  const approving = actIn(db)(
    entry,
    async (tx): Promise<Approval> => {
      // Freezing locks the same row, so the later one sees the earlier one's change.
      const { rows } = await sql<{ frozen: boolean }>`
        select frozen from member_balance where member_id = ${found.member} for share`.execute(tx)
      if (rows[0]?.frozen)
        throw new Refusal('wrong_state', 'The member is frozen: unfreeze them first, or refuse the withdrawal.')
      if (!isAnew && needsTwo && (await isFirstApproval(tx, found.id, audit.operator))) return 'first_of_two'
      const approved = sql`state = 'approved', decided_by = ${audit.operator}, decided_at = now(),
        ${needsTwo ? sql`` : sql`first_approved_by = null, first_approved_at = null,`}`
      const changed = await changeWithdrawals(tx, {
        set: sql`${isAnew ? sql`` : approved} look_at = now(), waits_for = null, refusals = 0`,
        where: sql`reference = ${reference} and state = ${found.state}`,
      })
      if (changed.length === 0) throw tooLate('claimed')
      return 'approved'
    },
    (approval) => ({ ...entry, details: { ...entry.details, ...(needsTwo && { approval: NAMES[approval] }) } }),
  )
  return approving.catch(tooLateIfMoved)
}

const NAMES = { approved: 'by two', first_of_two: 'first of two' } satisfies Record<Approval, string>

const entryAbout = ({ member, reference, amount }: Found, audit: AuditEntry): AuditEntry => ({
  ...audit,
  member: member > 0 ? member : undefined,
  subject: reference,
  details: { ...audit.details, amount: show(amount) },
})

async function release({ ledger }: Context, order: Parameters<typeof withdrawalReleased.touches>[0]): Promise<void> {
  await ledger.post(withdrawalReleased, order).catch(tooLateIfMoved)
}

/** The state changed between the read and the write: the database is the last guard. */
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
      source: row.source,
      amount: usd(BigInt(row.amount)),
      reference: row.reference,
      address: row.address as Address,
      state: row.state,
      payoutId: row.payout_id as Hash | null,
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

const tooLate = (state: WithdrawalState) =>
  new Refusal('wrong_state', SENTENCES[state], state === 'requested' ? undefined : { name: `withdrawal_${state}` })
