import { Refusal } from '@trefoil/core/refusal'
import type { Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { freeDeposit } from '../../deposits/screen-deposits.ts'
import { currentProgramme } from '../../ledger/programme.ts'
import type { AuditEntry } from '../../members/audit.ts'
import { mailOperators } from '../../members/mail-operators.ts'
import { changeWithdrawals } from '../../payouts/write-withdrawals.ts'
import type { HitState } from '../../screening/hits.ts'
import type { Moment } from '../../screening/provider.ts'
import type { Actor, OperatorContext } from '../context.ts'

type Decision = { id: number; why: string }
type Hit = {
  id: number
  moment: Moment
  owner: number
  address: string
  provider: string
  amount: string | null
  state: HitState
  withdrawal_id: string | null
  deposit_id: string | null
  reference: string | null
  has_ended: boolean
  first: number | null
}

/** Like a withdrawal of this amount. What two agreed to pay, and what was refused before, takes two as well. */
export const takesTwo = (
  { amount, owner, state }: Pick<Hit, 'amount' | 'owner' | 'state'>,
  twoPersonsAbove: Usd,
): boolean => owner <= 0 || state === 'refused' || (amount !== null && BigInt(amount) > twoPersonsAbove)

/** A deposit that was refused stays on hold, and may still be released. */
const mayBeReleased = ({ state, moment }: Hit): boolean =>
  state === 'open' || (state === 'refused' && moment !== 'payout')

/** Of a hit that there is, or of one that is recorded in the same transaction. */
export type Finding = { find: (tx: Tx) => Promise<number>; why: string }
export type Released = 'released' | 'first_of_two'

export const releaseHit = (context: OperatorContext, actor: Actor, { id, why }: Decision): Promise<Released> =>
  release(context, actor, { find: async () => id, why })

export async function release({ db, act }: OperatorContext, actor: Actor, { find, why }: Finding): Promise<Released> {
  const { twoPersonsAbove } = await currentProgramme(db)
  const entry: AuditEntry = { ...actor, action: 'screening.release', why }
  const released = await act(
    entry,
    async (tx) => {
      const hit = await lockHit(tx, await find(tx))
      if (!mayBeReleased(hit)) throw decided(hit)
      if (takesTwo(hit, twoPersonsAbove) && (await isFirst(tx, hit, actor.operator))) {
        // Nobody found it, so nobody wrote to those who could be the second.
        if (hit.provider === 'none')
          await mailOperators(tx, { kind: 'screening waits', facts: { hit: hit.id, moment: 'deposit' } })
        return { hit, outcome: 'first_of_two' as const }
      }
      await decide(tx, { id: hit.id, why, by: actor.operator, state: 'released' })
      await letGo(tx, hit)
      return { hit, outcome: 'released' as const }
    },
    ({ hit, outcome }) => factsOf(hit, { outcome }),
  )
  return released.outcome
}

async function letGo(tx: Tx, { withdrawal_id, deposit_id }: Hit): Promise<void> {
  if (deposit_id !== null) await freeDeposit(tx, { id: deposit_id, from: 'held' })
  if (withdrawal_id !== null)
    await changeWithdrawals(tx, {
      set: sql`look_at = now(), waits_for = null`,
      where: sql`id = ${withdrawal_id} and ended_at is null and waits_for = 'screening_hit'`,
    })
}

/**
 * The member is told no reason: telling somebody that they are suspected may be an offence. The withdrawal comes first: if
 * the rest fails, the hit stays open, and can be refused again.
 */
export async function refuseHit(context: OperatorContext, actor: Actor, { id, why }: Decision): Promise<void> {
  const found = await readHit(context, id)
  if (found.state !== 'open') throw decided(found)
  if (found.moment === 'payout' && !found.has_ended && found.reference !== null)
    await context.withdrawals.refuse(found.reference, { ...actor, action: 'withdrawal.refuse', why }, null)
  await refuse(context, actor, { find: async () => id, why })
}

export const refuse = ({ act }: OperatorContext, actor: Actor, { find, why }: Finding) =>
  act(
    { ...actor, action: 'screening.refuse', why },
    async (tx) => {
      const hit = await lockHit(tx, await find(tx))
      if (hit.state !== 'open') throw decided(hit)
      await decide(tx, { id: hit.id, why, by: actor.operator, state: 'refused' })
      return hit
    },
    (hit) => factsOf(hit),
  )

const COLUMNS = sql`h.id, h.moment, h.owner_id as owner, h.address, h.provider, h.amount, h.state, h.withdrawal_id, h.deposit_id,
  w.reference, w.ended_at is not null as has_ended,
  case when exists (select from account a where a.id = h.first_released_by and a.role = 'operator')
    then h.first_released_by end as first`

async function readHit({ db }: Pick<OperatorContext, 'db'>, id: number): Promise<Hit> {
  const { rows } = await sql<Hit>`
    select ${COLUMNS} from screening_hit h left join withdrawal w on w.id = h.withdrawal_id where h.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? unknown()
}

/** Of two who decide at the same moment, the later one sees what the earlier one did. */
async function lockHit(tx: Tx, id: number): Promise<Hit> {
  await sql`select from screening_hit where id = ${id} for update`.execute(tx)
  const { rows } = await sql<Hit>`
    select ${COLUMNS} from screening_hit h left join withdrawal w on w.id = h.withdrawal_id where h.id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? unknown()
}

/** Two who work here now: the word of somebody who has left does not count. */
async function isFirst(tx: Tx, { id, first }: Hit, operator: number | null): Promise<boolean> {
  if (operator === null) throw new Refusal('forbidden', 'This needs two persons who are signed in.')
  if (first === operator)
    throw new Refusal('forbidden', 'You have released this already: another operator has to release it, too.')
  if (first !== null) return false
  await sql`
    update screening_hit set first_released_by = ${operator}, first_released_at = now() where id = ${id}`.execute(tx)
  return true
}

type Decided = Decision & { by: number | null; state: 'released' | 'refused' }

const decide = (tx: Tx, { id, why, by, state }: Decided) =>
  sql`
    update screening_hit set state = ${state}, decided_by = ${by}, decided_at = now(), decision = ${why},
      first_released_by = case when ${state} = 'refused' then null else first_released_by end
    where id = ${id}`.execute(tx)

const factsOf = ({ id, owner, moment, address, provider, reference }: Hit, more: object = {}) => ({
  subject: String(id),
  member: owner > 0 ? owner : undefined,
  details: { moment, address, provider, ...(reference !== null && { reference }), ...more },
})

const decided = ({ state }: Hit) => new Refusal('wrong_state', `This was ${state} already.`)

function unknown(): never {
  throw new Refusal('not_found', 'There is no such hit.')
}
