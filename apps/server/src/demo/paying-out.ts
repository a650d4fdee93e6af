import { sql } from 'kysely'
import { savePayoutAddress } from '../auth/profile.ts'
import { payableAddress } from '../chain/address.ts'
import { claimPayouts } from '../payouts/claim.ts'
import { cancelWithdrawal } from '../payouts/decide.ts'
import { withdrawal, withdrawalOrder } from '../payouts/request.ts'
import { pushWaiting } from '../payouts/push.ts'
import { settleMined } from '../payouts/settle.ts'
import { claimSweep } from '../payouts/sweep.ts'
import type { AuditEntry } from '../members/audit.ts'
import { SPAN_DAYS } from './cast.ts'
import { SAMPLE_MEMBER } from './people.ts'
import { goTo, readBalances, walletOf, type Actor, type Period, type Stage } from './story.ts'

const REQUESTS_AT = 0.82
const DECISIONS_AT = 0.88
const PAYOUTS_AT = 0.93
const PAYOUTS_AT_ONCE = 48
const SWEEPS = { addressesMax: 100, minUnits: 100_000n, everyMs: 0 }
const PACE = { stuckMs: 60_000, resendMs: 60_000 }
/** Withdrawals of the last days wait for the visitor who opens the console. */
const UNDECIDED_DAYS = 16

const REASONS = [
  'The address belongs to an exchange that does not accept this token',
  'The name on the request does not match the account',
  'Requested by telephone only: please request it again yourself',
]

/** Withdrawals of a few days: requested, decided and paid by the vault. */
export async function withdrawAndPay(
  stage: Stage,
  period: Period,
  actors: ReadonlyMap<number, Actor>,
  present: readonly Actor[],
): Promise<void> {
  await readBalances(stage, actors)
  const requests = present.filter((actor) => wantsToWithdraw(stage, period, actor))
  const waiting = await findWaiting(stage)
  if (requests.length === 0 && waiting.length === 0) return
  await goTo(stage, period, REQUESTS_AT, 45_000)
  for (const actor of requests) await request(stage, actor)
  await goTo(stage, period, DECISIONS_AT, 60_000)
  let approved = 0
  for (const one of waiting) if (await decide(stage, period, one)) approved += 1
  if (requests.length + approved > 0) await payOut(stage, period)
}

function wantsToWithdraw({ random }: Stage, { day }: Period, actor: Actor): boolean {
  if (actor.isFrozen || actor.available < Math.max(actor.withdrawsFrom, 10)) return false
  // The sample member keeps something for visitors to withdraw.
  if (actor.name === SAMPLE_MEMBER) return day < SPAN_DAYS - 40
  return random.chance(0.4)
}

async function request(stage: Stage, actor: Actor): Promise<void> {
  const address = payableAddress(walletOf(actor.name))
  if (actor.savesAddress && !actor.hasAddress)
    await stage.db.transaction().execute((tx) => savePayoutAddress(tx, actor.id, address))
  actor.hasAddress = true
  const rest = actor.name === SAMPLE_MEMBER ? 30 : stage.random.pick([0, 0, 5, 10])
  await withdraw(stage, actor, { address, amount: Math.max(10, Math.floor((actor.available - rest) / 5) * 5) })
}

/** Returns its reference. */
export async function withdraw(
  { db, chain, ledger }: Stage,
  { id }: Actor,
  { address, amount }: { address: string; amount: number },
): Promise<string> {
  const kind = { network: 'BSC', payment_method: 'blockchain', type: 'Withdrawal' } as const
  const order = await withdrawalOrder({ db, chain }, { member: id }, { ...kind, amount, withdrawal_address: address })
  const { data } = await ledger.post(withdrawal, order)
  return data.withdrawal_id
}

type Waiting = { reference: string; member_id: number }

/** Withdrawals that wait for an operator. */
async function findWaiting({ db }: Stage): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select reference, member_id from withdrawal join member_balance using (member_id)
    where state = 'requested' and waits_for is not null and look_at is null and not frozen order by id`.execute(db)
  return rows
}

/** Whether it may be paid now. */
async function decide(stage: Stage, { day }: Period, { reference, member_id: member }: Waiting): Promise<boolean> {
  const { random, operators } = stage
  const luck = random.next()
  const operator = random.pick(operators)
  const reason = random.pick(REASONS)
  if (luck < 0.06) await cancelWithdrawal(stage, member, reference)
  if (luck < 0.06 || luck > 0.8 || day >= SPAN_DAYS - UNDECIDED_DAYS) return false
  if (luck < 0.7) await stage.withdrawals.approve(reference, auditEntryOf(operator, 'withdrawal.approve', 'Checked'))
  else await stage.withdrawals.refuse(reference, auditEntryOf(operator, 'withdrawal.refuse', reason))
  return luck < 0.7
}

export const auditEntryOf = (operator: number, action: AuditEntry['action'], why: string): AuditEntry => ({
  action,
  operator,
  why,
  address: '192.0.2.10',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
})

/** The sender's own steps: takes nonces, sends transactions, posts what is final. */
async function payOut(stage: Stage, period: Period): Promise<void> {
  await goTo(stage, period, PAYOUTS_AT, 30_000)
  const { trouble } = await claimPayouts({ ...stage, addressAgeHours: 0 }, PAYOUTS_AT_ONCE)
  if (trouble !== undefined) throw new Error(trouble)
  await settle(stage, period)
}

/** Sweeps deposits to the treasury. */
export async function sweep(stage: Stage, period: Period): Promise<void> {
  await goTo(stage, period, PAYOUTS_AT, 30_000)
  if (await claimSweep(stage, SWEEPS)) await settle(stage, period)
}

async function settle(stage: Stage, period: Period): Promise<void> {
  const context = { ...stage, pace: PACE }
  const open = await settleMined(context)
  if (open.length === 0) return
  await pushWaiting(context, open)
  await stage.past.makeFinal()
  await goTo(stage, period, PAYOUTS_AT + 0.02, 30_000)
  await settleMined(context)
}
