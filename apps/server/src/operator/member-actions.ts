import { SECURITY_HOLD_HOURS } from '@trefoil/core/identity/security-hold'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { LOCKS, type Tx } from '../db/database.ts'
import { recordAuthEvent } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { endSessions } from '../members/end-sessions.ts'
import { lockAccount } from '../members/lock-account.ts'
import { lookAtFrozenAgain } from '../payouts/candidates.ts'
import { recordActivity } from '../members/activity.ts'
import type { Actor, OperatorContext } from './context.ts'

type MemberAction = { member: number; why: string }

/** Once this has returned, nothing that was under way can move this member's money. */
export async function setFrozen(
  { act }: Pick<OperatorContext, 'act'>,
  actor: Actor,
  { member, why, frozen }: MemberAction & { frozen: boolean },
) {
  await act({ ...actor, action: frozen ? 'member.freeze' : 'member.unfreeze', member, why }, async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.ledger)})`.execute(tx)
    const balances = await tx
      .selectFrom('member_balance')
      .select('frozen')
      .where('member_id', '=', member)
      .forUpdate()
      .executeTakeFirst()
    if (!balances) throw unknown()
    if (balances.frozen === frozen)
      throw new Refusal('wrong_state', frozen ? 'This member is already frozen.' : 'This member is not frozen.')
    await tx.updateTable('member_balance').set({ frozen }).where('member_id', '=', member).execute()
    if (!frozen) await lookAtFrozenAgain(tx, member)
    await recordActivity(
      tx,
      member,
      'Security',
      frozen ? 'Your account was frozen by an operator' : 'Your account was unfrozen by an operator',
    )
  })
}

export async function endMemberSessions(
  { act }: OperatorContext,
  actor: Actor,
  { member, why }: MemberAction,
): Promise<number> {
  return act(
    { ...actor, action: 'member.end_sessions', member, why },
    async (tx) => {
      await requireAccount(tx, member)
      await recordAuthEvent(tx, { accountId: member, kind: 'sessions_ended' })
      return endSessions(tx, { accountId: member }, 'ended by an operator')
    },
    (ended) => ({ details: { ended } }),
  )
}

/**
 * For a member who lost phone and recovery codes. The security hold protects them if somebody else talked us into it.
 * Operators' accounts have no money to hold, so this is not available for them.
 */
export async function resetMemberTwoFactor(
  { act }: OperatorContext,
  actor: Actor,
  { member, why, check }: MemberAction & { check: string },
): Promise<void> {
  await act({ ...actor, action: 'member.reset_two_factor', member, why, details: { check } }, async (tx) => {
    const account = await requireAccount(tx, member)
    if (account.role !== 'member')
      throw new Refusal('forbidden', 'For operators and auditors, use `npm run trefoil -- reset-two-factor`.')
    await forgetTwoFactor(tx, account)
  })
}

/** App, passkeys and recovery codes. The owner gets a mail, as always. Returns how many sessions it ended. */
export async function forgetTwoFactor(
  tx: Tx,
  { id, second_factor: isOn }: { id: number; second_factor: boolean },
): Promise<number> {
  if (!isOn) throw new Refusal('two_factor_state', 'Two-factor authentication is not on.')
  await changeSecurity(tx, id, {
    set: {
      totp_enabled_at: null,
      totp_box: null,
      security_hold_until: sql<Date>`greatest(security_hold_until, now() + make_interval(hours => ${SECURITY_HOLD_HOURS}))`,
    },
    activity: 'Two-factor authentication was turned off by an operator',
    mail: { kind: 'two-factor off', facts: {} },
  })
  await tx.deleteFrom('passkey').where('account_id', '=', id).execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', id).execute()
  await recordAuthEvent(tx, { accountId: id, kind: 'two_factor_reset' })
  return endSessions(tx, { accountId: id }, 'ended by an operator')
}

async function requireAccount(tx: Tx, id: number) {
  await lockAccount(tx, id)
  const account = await tx
    .selectFrom('account')
    .select(['id', 'role', 'second_factor'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) throw unknown()
  return account
}

const unknown = () => new Refusal('not_found', 'There is no such member.')
