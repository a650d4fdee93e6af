import { AMOUNT_MAX, show, usd } from '@trefoil/core/money'
import { receivedFrom } from '@trefoil/core/payouts/plan-deposit'
import { sql } from 'kysely'
import type { Chain, OtherTransfer, TransferLog } from '../chain/chain.ts'
import type { Tx } from '../db/database.ts'
import { recordActivity } from '../members/activity.ts'

/** Those to addresses that we issued are deposits: one query for all of them, however many were ever issued. */
export async function recordTransfers(tx: Tx, chain: Chain, transfers: readonly TransferLog[]): Promise<void> {
  if (transfers.length === 0) return
  const received = transfers.map(({ value }) => receivedFrom(value, chain.decimals))
  await sql`
    with log as (
      select * from unnest(${transfers.map((log) => log.transaction)}::text[], ${transfers.map((log) => log.ordinal)}::int[],
        ${transfers.map((log) => String(log.block.number))}::bigint[], ${transfers.map((log) => log.block.hash)}::text[],
        ${transfers.map((log) => log.from)}::text[], ${transfers.map((log) => log.to)}::text[],
        ${transfers.map((log) => String(log.value))}::numeric[], ${received.map(({ credited }) => String(credited))}::numeric[],
        ${received.map(({ remainder }) => String(remainder))}::numeric[])
        as log (transaction, ordinal, block_number, block_hash, sender, recipient, value, credited, remainder)
    ), matched as (
      select log.*, issued.member_id from log join deposit_address issued on issued.address = log.recipient
    ), stray as (
      insert into stray_transfer
        (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value, member_id)
      select ${chain.id}, transaction, ordinal, ${chain.token}, case when value = 0 then 'zero' else 'too_large' end,
        block_number, sender, recipient, value, member_id
      from matched where value = 0 or credited > ${String(AMOUNT_MAX)}::numeric
      on conflict on constraint noted_once do nothing
    ), seen as (
      insert into deposit
        (chain_id, transaction, ordinal, block_number, block_hash, address, member_id, sender, value, credited, remainder)
      select ${chain.id}, transaction, ordinal, block_number, block_hash, recipient, member_id, sender, value,
        credited::bigint, remainder
      from matched where value > 0 and credited <= ${String(AMOUNT_MAX)}::numeric
      on conflict on constraint one_credit_per_log do update set state = 'seen',
        block_number = excluded.block_number, block_hash = excluded.block_hash, value = excluded.value,
        credited = excluded.credited, remainder = excluded.remainder, address = excluded.address,
        member_id = excluded.member_id, sender = excluded.sender
        where deposit.state in ('seen', 'dropped')
      returning address
    )
    update deposit_address set received_at = now()
    where received_at is null and address in (select address from seen)`.execute(tx)
  await recordOwn(
    tx,
    chain,
    transfers.filter(({ to }) => chain.isOurs(to)),
  )
}

/** Our sweeps, and what somebody sent straight to one of our contracts. */
async function recordOwn(tx: Tx, chain: Chain, transfers: readonly TransferLog[]): Promise<void> {
  if (transfers.length === 0) return
  await sql`
    insert into stray_transfer
      (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value, member_id)
    select ${chain.id}, transaction, ordinal, ${chain.token}, case when issued.address is null then 'to_contract' else 'sweep' end,
      block_number, sender, recipient, value, issued.member_id
    from unnest(${transfers.map((log) => log.transaction)}::text[], ${transfers.map((log) => log.ordinal)}::int[],
      ${transfers.map((log) => String(log.block.number))}::bigint[], ${transfers.map((log) => log.from)}::text[],
      ${transfers.map((log) => log.to)}::text[], ${transfers.map((log) => String(log.value))}::numeric[])
      as log (transaction, ordinal, block_number, sender, recipient, value)
    left join deposit_address issued on issued.address = log.sender
    on conflict on constraint noted_once do nothing`.execute(tx)
}

/** Other tokens and the native coin at our addresses: never credited, and an operator can say where they went. */
export async function recordOthers(tx: Tx, chain: Chain, transfers: readonly OtherTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  await sql`
    insert into stray_transfer
      (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value, member_id)
    select ${chain.id}, transaction, ordinal, token, case when token = '' then 'native' else 'other_token' end,
      block_number, sender, recipient, value, issued.member_id
    from unnest(${transfers.map((log) => log.transaction)}::text[], ${transfers.map((log) => log.ordinal)}::int[],
      ${transfers.map((log) => log.token ?? '')}::text[], ${transfers.map((log) => String(log.block.number))}::bigint[],
      ${transfers.map((log) => log.from)}::text[], ${transfers.map((log) => log.to)}::text[],
      ${transfers.map((log) => String(log.value))}::numeric[])
      as log (transaction, ordinal, token, block_number, sender, recipient, value)
    join deposit_address issued on issued.address = log.recipient
    on conflict on constraint noted_once do nothing`.execute(tx)
}

/** From here on it is the member's: the ledger credits it. */
export async function makeFinal(tx: Tx, chain: Chain, upTo: bigint): Promise<void> {
  await sql`
    update deposit set state = 'final'
    where chain_id = ${chain.id} and state = 'seen' and block_number <= ${String(upTo)}`.execute(tx)
}

/** Their blocks are no longer part of the chain. Most come back in another one. */
export async function dropAbove(tx: Tx, chain: Chain, ancestor: bigint): Promise<void> {
  await sql`
    update deposit set state = 'dropped'
    where chain_id = ${chain.id} and state = 'seen' and block_number > ${String(ancestor)}`.execute(tx)
  await sql`
    delete from stray_transfer where chain_id = ${chain.id} and block_number > ${String(ancestor)}`.execute(tx)
}

/** The chain has grown past where they were, without them. Should they come back later, they are seen anew. */
export async function forgetDropped(tx: Tx, chain: Chain, upTo: bigint): Promise<void> {
  const { rows } = await sql<{ member_id: number; credited: string }>`
    delete from deposit where chain_id = ${chain.id} and state = 'dropped' and block_number <= ${String(upTo)}
    returning member_id, credited`.execute(tx)
  for (const { member_id: member, credited } of rows) {
    const amount = show(usd(BigInt(credited)))
    const description = `A deposit of ${amount} that had been seen is no longer part of the chain, and was not credited`
    await recordActivity(tx, member, 'Deposit', description)
  }
}
