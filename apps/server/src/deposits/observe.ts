import type { MemberId } from '@trefoil/core/ledger/account'
import { AMOUNT_MAX, show, usd } from '@trefoil/core/money'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import type {
  Address,
  Chain,
  LoggedAddress,
  LoggedTransfer,
  OtherLogged,
  OtherTransfer,
  TransferLog,
} from '../chain/chain.ts'
import { checksummed } from '../chain/values.ts'
import { LOCKS, type Tx } from '../db/database.ts'
import { notifyAccounts } from '../db/account-news.ts'
import { recordActivity } from '../members/activity.ts'
import { forgetReserveTransfers, recordReserveTransfers } from '../reserves/record.ts'
import type { ScanContext } from './context.ts'
import type { Turn } from './deposit-addresses.ts'
import { preIssueAddresses } from './pre-issue-addresses.ts'

/** Records transfers to issued addresses as deposits, and every transfer from and to treasury and vault. */
export async function recordTransfers(
  tx: Tx,
  { chain, addresses }: Omit<ScanContext, 'db'>,
  transfers: readonly LoggedTransfer[],
): Promise<void> {
  if (transfers.length === 0) return
  let owners = await findOwners(
    tx,
    transfers.map(({ to }) => to),
  )
  // Addresses that are pre-issued because of these deposits may have received something in the same blocks.
  while (owners.size > 0) owners = await recordDeposits(tx, { chain, addresses }, ownedLogs(transfers, owners))
  await recordOwn(tx, chain, transfers)
}

type Issued<Log> = Omit<Log, 'from' | 'to'> & { from: Address; to: Address; member: MemberId }

/** One query with an index look-up per address: the cost does not depend on how many were ever issued. */
async function findIssued<Log extends { from: LoggedAddress; to: LoggedAddress }>(
  tx: Tx,
  logs: readonly Log[],
): Promise<Issued<Log>[]> {
  const owners = await findOwners(
    tx,
    logs.map(({ to }) => to),
  )
  return ownedLogs(logs, owners)
}

const ownedLogs = <Log extends { from: LoggedAddress; to: LoggedAddress }>(
  logs: readonly Log[],
  owners: ReadonlyMap<LoggedAddress, MemberId>,
): Issued<Log>[] =>
  logs.flatMap((log) => {
    const member = owners.get(log.to)
    return member === undefined ? [] : [{ ...named(log), member }]
  })

async function findOwners(tx: Tx, addresses: readonly LoggedAddress[]): Promise<Map<LoggedAddress, MemberId>> {
  const { rows } = await sql<{ asked: LoggedAddress; member_id: MemberId }>`
    select asked, member_id from unnest(${[...new Set(addresses)]}::text[]) as asked
    cross join lateral (
      -- The limit forces an index look-up per address: no plan reads all that were ever issued.
      select member_id from deposit_address where lower(address) = asked collate "C" limit 1
    ) as issued`.execute(tx)
  return new Map(rows.map(({ asked, member_id }) => [asked, member_id]))
}

const named = <Log extends { from: LoggedAddress; to: LoggedAddress }>(log: Log) => ({
  ...log,
  from: checksummed(log.from),
  to: checksummed(log.to),
})

/** Returns the addresses that were pre-issued because of it: the logs may concern them, too. */
async function recordDeposits(
  tx: Tx,
  { chain, addresses }: Omit<ScanContext, 'db'>,
  found: readonly Issued<TransferLog>[],
): Promise<Map<LoggedAddress, MemberId>> {
  const counted = found.map((log) => ({ ...log, ...receivedFrom(log.value, chain.decimals) }))
  const isDeposit = ({ value, credited }: (typeof counted)[number]) => value > 0n && credited <= AMOUNT_MAX
  const unmatched = counted.filter((log) => !isDeposit(log))
  await recordUnmatched(
    tx,
    chain,
    unmatched.map((log) => ({ ...log, kind: log.value === 0n ? 'zero' : 'too_large' })),
  )
  const deposits = counted.filter(isDeposit)
  if (deposits.length === 0) return new Map()
  const { rows } = await sql<Turn>`
    with seen as (
      insert into deposit
        (chain_id, transaction, ordinal, block_number, block_hash, address, member_id, sender, value, credited, remainder)
      select ${chain.id}, * from unnest(
        ${deposits.map((log) => log.transaction)}::text[], ${deposits.map((log) => log.ordinal)}::int[],
        ${deposits.map((log) => String(log.block.number))}::bigint[], ${deposits.map((log) => log.block.hash)}::text[],
        ${deposits.map((log) => log.to)}::text[], ${deposits.map((log) => log.member)}::int[],
        ${deposits.map((log) => log.from)}::text[], ${deposits.map((log) => String(log.value))}::numeric[],
        ${deposits.map((log) => String(log.credited))}::bigint[], ${deposits.map((log) => String(log.remainder))}::numeric[])
      on conflict on constraint one_credit_per_log do update set state = 'seen',
        block_number = excluded.block_number, block_hash = excluded.block_hash, value = excluded.value,
        credited = excluded.credited, remainder = excluded.remainder, address = excluded.address,
        member_id = excluded.member_id, sender = excluded.sender
        where deposit.state in ('seen', 'dropped')
      returning address
    )
    update deposit_address set received_at = now()
    where received_at is null and address in (select address from seen)
    returning member_id as member, setting, turn + 1 as turn`.execute(tx)
  return preIssueAddresses(tx, addresses, rows)
}

/**
 * Notifies members with pending deposits of each step: seen, one block deeper, dropped. The ledger announces the
 * credit.
 */
export async function notifyWaiting(tx: Tx, chain: Chain): Promise<void> {
  const { rows } = await sql<{ member_id: MemberId }>`
    select distinct member_id from deposit
    where chain_id = ${chain.id} and state in ('seen', 'dropped') and credited > 0`.execute(tx)
  await notifyAccounts(
    tx,
    rows.map(({ member_id }) => member_id),
  )
}

/** What a stranger sent straight to one of our contracts. */
async function recordOwn(tx: Tx, chain: Chain, transfers: readonly LoggedTransfer[]): Promise<void> {
  const { fromOutside, watched } = await recordReserveTransfers(tx, chain, transfers)
  const elsewhere = transfers.filter(({ to }) => chain.isOurs(to) && !watched.has(to))
  await recordUnmatched(
    tx,
    chain,
    [...fromOutside, ...elsewhere.map(named)].map((log) => ({ ...log, kind: 'to_contract', member: null })),
  )
}

/** Other tokens and the native coin at our addresses. Never credited, but operators can find them. */
export async function recordOthers(tx: Tx, chain: Chain, transfers: readonly OtherLogged[]): Promise<void> {
  if (transfers.length === 0) return
  const found = await findIssued(tx, transfers)
  await recordUnmatched(
    tx,
    chain,
    found.map((log) => ({ ...log, kind: log.token === null ? 'native' : 'other_token' })),
  )
}

type UnmatchedTransfer = OtherTransfer & {
  kind: 'zero' | 'too_large' | 'other_token' | 'native' | 'to_contract'
  member: MemberId | null
}

async function recordUnmatched(tx: Tx, chain: Chain, unmatched: readonly UnmatchedTransfer[]): Promise<void> {
  if (unmatched.length === 0) return
  await sql`
    insert into unmatched_transfer
      (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value, member_id)
    select ${chain.id}, * from unnest(
      ${unmatched.map((log) => log.transaction)}::text[], ${unmatched.map((log) => log.ordinal)}::int[],
      ${unmatched.map((log) => log.token ?? '')}::text[], ${unmatched.map((log) => log.kind)}::text[],
      ${unmatched.map((log) => String(log.block.number))}::bigint[], ${unmatched.map((log) => log.from)}::text[],
      ${unmatched.map((log) => log.to)}::text[], ${unmatched.map((log) => String(log.value))}::numeric[],
      ${unmatched.map((log) => log.member)}::int[])
    on conflict on constraint noted_once do nothing`.execute(tx)
}

/**
 * From here on it is the member's money, and the ledger credits it. A former member's is nobody's. What deposit addresses received and what was swept
 * from them is summed with it, so that what is still there is known at every final block.
 */
export async function makeFinal(tx: Tx, chain: Chain, { after, upTo }: { after: bigint; upTo: bigint }): Promise<void> {
  if (upTo === after) return
  // Nobody leaves meanwhile.
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.closing)})`.execute(tx)
  const newlyFinal = sql`chain_id = ${chain.id} and block_number > ${String(after)} and block_number <= ${String(upTo)}`
  await sql`
    with of_nobody as (
      delete from deposit using member_balance owner
      where chain_id = ${chain.id} and state = 'seen' and block_number <= ${String(upTo)}
        and owner.member_id = deposit.member_id and owner.closed
      returning deposit.*
    ), noted as (
      insert into unmatched_transfer
        (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value, member_id)
      select chain_id, transaction, ordinal, ${chain.token}, 'former_member', block_number, sender, address, value, member_id
      from of_nobody on conflict on constraint noted_once do nothing returning value
    ), arrived as (
      update deposit set state = 'final'
      where chain_id = ${chain.id} and state = 'seen' and block_number <= ${String(upTo)}
        and not exists (select from of_nobody where of_nobody.id = deposit.id)
      returning value
    )
    update scan set
      arrived = arrived + (select coalesce(sum(value), 0) from arrived) + (select coalesce(sum(value), 0) from noted)
        + (select coalesce(sum(value), 0) from unmatched_transfer where ${newlyFinal} and kind = 'too_large'),
      swept = swept + (select coalesce(sum(value), 0) from reserve_transfer where ${newlyFinal} and kind = 'sweep')
    where chain_id = ${chain.id}`.execute(tx)
}

/** Their blocks are no longer part of the chain. Most return in another block. */
export const dropAbove = (tx: Tx, chain: Chain, ancestor: bigint) =>
  drop(tx, chain, sql`block_number > ${String(ancestor)}`)

/** What was read of this block was wrong. */
export const dropBlock = (tx: Tx, chain: Chain, number: bigint) =>
  drop(tx, chain, sql`block_number = ${String(number)}`)

async function drop(tx: Tx, chain: Chain, where: ReturnType<typeof sql>): Promise<void> {
  await sql`
    update deposit set state = 'dropped'
    where chain_id = ${chain.id} and state = 'seen' and ${where}`.execute(tx)
  await sql`delete from unmatched_transfer where chain_id = ${chain.id} and ${where}`.execute(tx)
  await forgetReserveTransfers(tx, chain, where)
}

/** The chain has become final past their blocks without them. If they return later, they are new. */
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
