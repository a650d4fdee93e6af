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

const ROWS_AT_ONCE = 20_000

/** Former members own nothing any more. */
const OWES_MEMBERS = `from member_balance b where not b.closed or b.impact + b.available + b.held <> 0`

type Reading = {
  open: (box: Buffer) => string
  /** Between pieces of work that take long. */
  rest: () => Promise<void>
}

/**
 * One snapshot for all amounts: batches are written whole and one after the other, so that it ends with a journal. It is
 * open only while they are read, because nothing that is replaced meanwhile can be cleaned up. Names never change, and are
 * read afterwards.
 */
export async function readOwed(client: pg.Client, reading: Reading): Promise<Owed> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const owed = await readAmounts(client)
    await client.query('commit')
    const unnamed = await nameMembers(client, owed, reading)
    return { ...owed, unnamed }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

type Head = { journal: string; at: Date; total: string; members: number }
type System = { owner: number; name: string; balance: string }

async function readAmounts(client: pg.Client): Promise<Omit<Owed, 'unnamed'>> {
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
  const add = (owner: number, amount: string) => {
    const units = BigInt(amount)
    if (units < 0n) throw new CannotCount(`Owner ${owner} is owed ${units} units: nothing negative can be counted`)
    owners[at] = owner
    amounts[at] = units
    at += 1
  }
  for (const { owner, name, balance } of system) {
    names.set(hashOf(name), at * HASH_BYTES)
    add(owner, balance)
  }
  for await (const rows of readMembers(client)) for (const [member, amount] of rows) add(member, amount)
  if (at !== count) throw new Error(`${at} owners were read, but there are ${count}`)
  return { journal: BigInt(head.journal), at: head.at, owners, amounts, names, total: BigInt(head.total) }
}

type MemberRow = [member: number, amount: string]

async function* readMembers(client: pg.Client): AsyncGenerator<MemberRow[]> {
  await client.query(`declare owed_members no scroll cursor for
    select b.member_id, (b.impact + b.available + b.held)::text ${OWES_MEMBERS} order by b.member_id`)
  let rows: MemberRow[]
  do {
    rows = (await client.query<MemberRow>({ text: `fetch ${ROWS_AT_ONCE} from owed_members`, rowMode: 'array' })).rows
    yield rows
  } while (rows.length === ROWS_AT_ONCE)
}

const NAMED_AT_ONCE = 2000

/** How many could not be named. */
async function nameMembers(
  client: pg.Client,
  { owners, names }: Pick<Owed, 'owners' | 'names'>,
  { open, rest }: Reading,
): Promise<number> {
  let unnamed = 0
  const nameIn = (box: Buffer | undefined): Uint8Array => {
    try {
      if (box) return hashOf(open(box))
    } catch {
      // As if there were none.
    }
    unnamed += 1
    return randomBytes(HASH_BYTES)
  }
  const firstMember = owners.findIndex((owner) => owner > 0)
  for (let first = firstMember; first >= 0 && first < owners.length; first += NAMED_AT_ONCE) {
    const some = owners.subarray(first, first + NAMED_AT_ONCE)
    const { rows } = await client.query<{ id: number; key_box: Buffer }>({
      name: 'boxes',
      text: 'select id, key_box from account where id between $1 and $2',
      values: [some.at(0), some.at(-1)],
    })
    const boxes = new Map(rows.map(({ id, key_box }) => [id, key_box]))
    for (const [index, member] of some.entries()) names.set(nameIn(boxes.get(member)), (first + index) * HASH_BYTES)
    await rest()
  }
  return unnamed
}

const hashOf = (name: string): Uint8Array => Buffer.from(hash('sha256', name, 'binary'), 'binary')

export const kindOf = (owner: number): OwnerKind => (owner > 0 ? 'member' : owner < 0 ? 'cause' : 'operations')
