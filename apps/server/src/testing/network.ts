import { randomBytes } from 'node:crypto'
import { makeReferralCode } from '@trefoil/core/identity/referral-code'
import type { Pool, PoolClient } from 'pg'
import { setTeamStages } from '../network/stage-changes.ts'

type Connection = Pool | PoolClient

/** Members without a passcode, placed one after another as at sign-up. Returns their ids in order of joining. */
export async function growNetwork(database: Connection, sponsors: readonly number[]): Promise<number[]> {
  const ids = await openAccounts(database, sponsors.length)
  for (const [index, sponsor] of sponsors.entries()) await place(database, { id: ids[index]!, sponsor })
  return ids
}

export async function openAccounts(database: Connection, count: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into account (role, name, email, key_hash, key_box, passcode_hash)
     select 'member', 'Person ' || number, gen_random_uuid() || '@example.org',
       sha256(gen_random_uuid()::text::bytea), '', ''
     from generate_series(1, $1::int) number returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** A balance row and a place, in one transaction. */
export const place = (database: Connection, { id, sponsor }: { id: number; sponsor: number }) =>
  database.query(
    'with balances as (insert into member_balance (member_id) values ($1)) select place_member($1, $2, $3)',
    [id, makeReferralCode(randomBytes(5)), sponsor],
  )

export type StageChange = { memberId: number; stage: number }

export const updateTeamStages = (database: Connection, changes: readonly StageChange[]) =>
  database.query({
    ...setTeamStages,
    values: [changes.map(({ memberId }) => memberId), changes.map(({ stage }) => stage)],
  })

/** Balance rows first, then teams, as the ledger does. */
export async function setStages(database: Connection, changes: readonly StageChange[]): Promise<void> {
  for (const { memberId, stage } of changes)
    await database.query('update member_balance set stage = $2 where member_id = $1', [memberId, stage])
  await updateTeamStages(database, changes)
}

/** The whole network from its tables, oldest first: parents come before their children. */
export async function readNetwork(database: Connection): Promise<PlacedMember[]> {
  const { rows } = await database.query<PlacedMember>(
    `select member.*, stage from member join member_balance on member_id = id order by depth, id`,
  )
  return rows
}

export type PlacedMember = {
  id: number
  referral_code: string
  sponsor: number | null
  parent: number | null
  position: number | null
  depth: number
  gap: number
  upline: number[]
  stage: number
}
