import { hash, randomBytes } from 'node:crypto'
import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import type { OwnerKind } from '@trefoil/core/proofs/commitments'
import type pg from 'pg'
import { CannotCount } from './cannot-count.ts'

/** Everything that is owed at one journal. Owners rise: causes below zero, operations 0, then members. */
export type Owed = {
  journal: bigint
  at: Date
  owners: Int32Array
  amounts: BigUint64Array
  /** The hash of each owner's name, one after the other. */
  names: Uint8Array
  /** What the ledger says that all of it is. */
  total: bigint
  /** Members whose private key could not be opened. They are counted, but cannot find themselves. */
  unnamed: number
}

const ROWS_AT_ONCE = 5000

/** Former members own nothing any more. */
const OWES_MEMBERS = `from member_balance b where not b.closed or b.impact + b.available + b.held <> 0`

type Open = (box: Buffer) => string

/**
 * One snapshot for all of it: batches are written whole and one after the other, so that it ends with a journal. It is
 * open only while the rows are read.
 */
export async function readOwed(client: pg.Client, open: Open): Promise<Owed> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const owed = await readAll(client, open)
    await client.query('commit')
    return owed
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

type Head = { journal: string; at: Date; total: string; members: number }
type System = { owner: number; name: string; balance: string }

async function readAll(client: pg.Client, open: Open): Promise<Owed> {
  const { rows: heads } = await client.query<Head>(`
    select coalesce((select max(id) from journal), 0)::text as journal, clock_timestamp() as at,
      -- Money is conserved: what is left of the chain's account without dust is owed to somebody.
      (select -sum(balance) from system_account where account in ('chain', 'dust'))::text as total,
      (select count(*)::int ${OWES_MEMBERS}) as members`)
  const [head] = heads
  if (!head) throw new Error('The database does not say what is owed')
  const { rows: system } = await client.query<System>(`
    select owner, coalesce(slug, 'operations') as name, sum(balance)::text as balance
    from system_account left join cause on cause.id = -owner where account in ('cause', 'operations', 'held')
    group by owner, slug order by owner`)
  const count = system.length + head.members
  const owners = new Int32Array(count)
  const amounts = new BigUint64Array(count)
  const names = new Uint8Array(count * HASH_BYTES)
  let at = 0
  let unnamed = 0
  const add = (owner: number, amount: string, name: Uint8Array) => {
    const units = BigInt(amount)
    if (units < 0n) throw new CannotCount(`Owner ${owner} is owed ${units} units: nothing negative can be counted`)
    owners[at] = owner
    amounts[at] = units
    names.set(name, at * HASH_BYTES)
    at += 1
  }
  for (const { owner, name, balance } of system) add(owner, balance, hashOf(name))
  const nameIn = (box: Buffer): Uint8Array => {
    try {
      return hashOf(open(box))
    } catch {
      unnamed += 1
      return randomBytes(HASH_BYTES)
    }
  }
  for await (const rows of readMembers(client))
    for (const [member, amount, box] of rows) add(member, amount, nameIn(box))
  if (at !== count) throw new Error(`${at} owners were read, but there are ${count}`)
  return { journal: BigInt(head.journal), at: head.at, owners, amounts, names, total: BigInt(head.total), unnamed }
}

type MemberRow = [member: number, amount: string, box: Buffer]

async function* readMembers(client: pg.Client): AsyncGenerator<MemberRow[]> {
  await client.query(`declare owed_members no scroll cursor for
    select b.member_id, (b.impact + b.available + b.held)::text, (select key_box from account where id = b.member_id)
    ${OWES_MEMBERS} order by b.member_id`)
  let rows: MemberRow[]
  do {
    rows = (await client.query<MemberRow>({ text: `fetch ${ROWS_AT_ONCE} from owed_members`, rowMode: 'array' })).rows
    yield rows
  } while (rows.length === ROWS_AT_ONCE)
}

const hashOf = (name: string): Uint8Array => Buffer.from(hash('sha256', name, 'binary'), 'binary')

export const kindOf = (owner: number): OwnerKind => (owner > 0 ? 'member' : owner < 0 ? 'cause' : 'operations')
