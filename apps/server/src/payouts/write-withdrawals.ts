import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Pipeline } from '../db/pipeline.ts'
import { numbers, texts, words } from '../ledger/columns.ts'
import { enqueueMails, queueNotices, WITHDRAWAL_FACTS, WITHDRAWAL_MAILED_AS } from '../mail/outbox.ts'
import { mailOperators } from '../members/mail-operators.ts'

// Every statement that writes a withdrawal is here, and queues the mails for what it changes, so that no state goes
// without.

type Requested = { reference: string; member: number; source: WithdrawalSource; amount: bigint; address: string }

/** Once per batch of the ledger. */
export function insertWithdrawals(pipeline: Pipeline, rows: readonly Requested[]): void {
  pipeline.send(insertStatement, [
    words(rows.map(({ reference }) => reference)),
    numbers(rows.map(({ member }) => member)),
    numbers(rows.map(({ amount }) => amount)),
    words(rows.map(({ address }) => address)),
    words(rows.map(({ source }) => source)),
  ])
}

const QUEUE_MAILS = queueNotices({
  kind: 'withdrawal',
  facts: WITHDRAWAL_FACTS,
  of: 'written',
  mailedAs: WITHDRAWAL_MAILED_AS,
})

const insertStatement = {
  name: 'insert withdrawals',
  text: `with written as (
      insert into withdrawal (reference, member_id, amount, address, source)
      select * from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::ledger_account[]) returning *
    )
    ${QUEUE_MAILS}`,
}

type Agreed = {
  proposal: number
  reference: string
  owner: number
  source: WithdrawalSource
  amount: bigint
  address: string
  operator: number | null
  why: string | null
}

/** A payout that two persons agreed on: it needs no further approval. The proposal's money waits with it, or neither. */
export function insertPayout(pipeline: Pipeline, agreed: Agreed): void {
  const { proposal, reference, owner, source, amount, address, operator, why } = agreed
  pipeline.send(insertPayoutStatement, [reference, owner, amount, address, source, proposal, operator, why])
}

const insertPayoutStatement = {
  name: 'insert payout',
  text: `insert into withdrawal (reference, member_id, amount, address, source, state, proposal_id, first_approved_by,
      first_approved_at, decided_by, decided_at, decision)
    select $1, $2::int, $3::bigint, $4, $5::ledger_account, 'approved', id, proposed_by, proposed_at, $7::int, now(), $8
    from proposal where id = $6::int`,
}

type Found = {
  reference: string
  member: number
  source: WithdrawalSource
  amount: bigint
  address: string
  payoutId: string
  number: number
} & Evidence

/** Where the payment is on the chain, who signed it, and what it cost: `null` where nodes have dropped the receipt. */
export type Evidence = {
  transaction: string
  ordinal: number
  signer: string | null
  block: bigint
  feePaid: bigint | null
}

/** A payment that no withdrawal asked for, as a withdrawal that has ended. */
export function insertFoundWithdrawal(pipeline: Pipeline, found: Found): void {
  const { reference, member, source, amount, address, payoutId, number } = found
  const { transaction, ordinal, signer, block, feePaid } = found
  const withdrawal = [reference, member, amount, address, payoutId, number]
  pipeline.send(insertFoundStatement, [...withdrawal, transaction, ordinal, signer, block, feePaid, source])
}

const insertFoundStatement = {
  name: 'insert found withdrawal',
  text: `with written as (
      insert into withdrawal (reference, member_id, amount, address, payout_id, payout_number, state, look_at, ended_at,
        source)
      values ($1, $2::int, $3::bigint, $4, $5, $6::int, 'paid', null, now(), $12::ledger_account) returning *
    ), evidence as (
      insert into found_payment (withdrawal_id, transaction, ordinal, signer, block_number, fee_paid)
      select id, $7, $8::int, $9, $10::bigint, $11::numeric from written
    )
    ${QUEUE_MAILS}`,
}

/** An open withdrawal turns out to be paid under an id that it did not have yet. */
export function numberWithdrawal(
  pipeline: Pipeline,
  { id, payoutId, number }: { id: string; payoutId: string; number: number },
): void {
  pipeline.send(numberStatement, [id, payoutId, number])
}

const numberStatement = {
  name: 'number withdrawal',
  text: `update withdrawal set payout_id = $2, payout_number = $3::int where id = $1::bigint and payout_id is null`,
}

type Ended = {
  id: string
  becomes: 'paid' | 'refused' | 'cancelled'
  operator: number | null
  reason: string | null
}

/**
 * Once per batch of the ledger. The table rejects a transition that is not allowed, and the money stays where it is.
 */
export function endWithdrawals(pipeline: Pipeline, rows: readonly Ended[]): void {
  pipeline.send(endStatement, [
    words(rows.map(({ id }) => id)),
    words(rows.map(({ becomes }) => becomes)),
    words(rows.map(({ operator }) => operator?.toString() ?? null)),
    texts(rows.map(({ reason }) => reason)),
  ])
}

const endStatement = {
  name: 'end withdrawals',
  text: `with written as (
      update withdrawal w set state = n.state, ended_at = now(), look_at = null, waits_for = null,
        decided_by = coalesce(n.operator, w.decided_by), decision = coalesce(n.reason, w.decision),
        decided_at = case when n.operator is null then w.decided_at else now() end
      from unnest($1::bigint[], $2::text[], $3::int[], $4::text[]) as n (id, state, operator, reason)
      where w.id = n.id returning w.*
    )
    ${QUEUE_MAILS}`,
}

type Standing = { state: WithdrawalState; waits_for: string | null; look_at: Date | null }
type Changed = Standing & {
  id: string
  member_id: number
  amount: string
  address: string
  reference: string
  decision: string | null
  ended_at: Date | null
  was_state: WithdrawalState
  was_waits_for: string | null
  was_look_at: Date | null
}

/** Changes between request and end. Returns the changed rows. */
export async function changeWithdrawals(
  tx: Tx,
  { set, where }: { set: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<readonly Changed[]> {
  const { rows } = await sql<Changed>`
    with was as (select id, state, waits_for, look_at from withdrawal where ${where} order by id for update)
    update withdrawal w set ${set} from was where w.id = was.id
    returning w.id, w.member_id, w.amount, w.address, w.reference, w.decision, w.state, w.waits_for, w.look_at,
      w.ended_at, was.state as was_state, was.waits_for as was_waits_for, was.look_at as was_look_at`.execute(tx)
  await enqueueMails(
    tx,
    rows.filter(({ state, was_state, member_id }) => state !== was_state && member_id > 0).map(stateMail),
  )
  for (const row of rows.filter(waitsAnew)) {
    const { amount, reference, waits_for, state } = row
    await mailOperators(tx, { kind: 'withdrawal waits', facts: { amount, reference, waits_for: waits_for ?? state } })
  }
  return rows
}

const stateMail = ({ member_id, state, amount, address, reference, decision }: Changed) => ({
  accountId: member_id,
  kind: 'withdrawal' as const,
  facts: { state, amount, address, reference, decision },
})

const waitsForOperator = ({ state, waits_for, look_at }: Standing): boolean =>
  state === 'failed' || waits_for === 'vault_has_paid' || (look_at === null && waits_for !== null)

function waitsAnew(row: Changed): boolean {
  const isOther =
    row.state !== row.was_state ||
    row.waits_for !== row.was_waits_for ||
    (row.look_at === null) !== (row.was_look_at === null)
  return row.ended_at === null && waitsForOperator(row) && isOther
}
