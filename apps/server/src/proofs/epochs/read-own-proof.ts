import type { readOwnProof } from '@trefoil/contract/epochs'
import type { ReplyOf } from '@trefoil/contract/route'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { pathFrom, runsForPath, type NodeRun, type TreeShape } from '@trefoil/core/proofs/sum-path'
import { NODE_BYTES, unpack } from '@trefoil/core/proofs/sum-tree'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { epochSecrets } from './epoch-key.ts'
import { requireAnchored } from './read-epochs.ts'
import { findPlaces, LEAVES_PER_PART, STORED_LEVELS } from './shape.ts'

type Proof = ReplyOf<typeof readOwnProof>['data']

/** What an owner needs to find themselves in an epoch. */
export async function proofFor(
  { db, keyring }: { db: Reader; keyring: Keyring },
  { epoch, owner }: { epoch: number; owner: number },
): Promise<Proof> {
  const { depth, leaves, journal, key_box: box } = await requireAnchored(db, epoch)
  if (depth === null || leaves === null || !box) throw new Error(`Epoch ${epoch} is not whole`)
  const { salt, nonces } = epochSecrets(Buffer.from(keyring.open('epoch key', box), 'base64url'))(owner)
  const [balance, places] = await Promise.all([balanceAt(db, owner, journal ?? '0'), readPlaces(db, { epoch, owner })])
  const shape: TreeShape = { depth, leaves, stored: STORED_LEVELS }
  const runs = await readRuns(
    db,
    epoch,
    places.map((place) => runsForPath(place, shape)),
  )
  return {
    balance,
    salt: bytesToHex(salt),
    shards: places.map((index, shard) => {
      const own = runs[shard] ?? []
      const { sum } = unpack(own[0] ?? new Uint8Array(), index % WIDTH)
      return {
        index,
        shard,
        nonce: bytesToHex(nonces[shard] ?? new Uint8Array()),
        amount: String(sum),
        path: pathFrom(index, shape, own).map((node) => ({ sum: String(node.sum), hash: bytesToHex(node.hash) })),
      }
    }),
  }
}

/** How many leaves are read around one. */
const WIDTH = 2 ** (STORED_LEVELS[1] - STORED_LEVELS[0])

/** None for who joined later. */
async function readPlaces(db: Reader, { epoch, owner }: { epoch: number; owner: number }): Promise<number[]> {
  const part = await db
    .selectFrom('epoch_owners')
    .select('content')
    .where('epoch', '=', epoch)
    .where('first_owner', '<=', owner)
    .orderBy('first_owner', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (part) return findPlaces(part.content, owner) ?? []
  const any = await db.selectFrom('epoch_owners').select('epoch').where('epoch', '=', epoch).limit(1).executeTakeFirst()
  if (!any) throw new Refusal('not_found', 'The leaves of this epoch are no longer kept: take a newer one.')
  return []
}

/** All in one query, each a piece of a part. */
async function readRuns(db: Reader, epoch: number, wanted: readonly NodeRun[][]): Promise<Uint8Array[][]> {
  const all = wanted.flat()
  const columns = {
    levels: all.map(({ level }) => level),
    parts: all.map(({ first }) => Math.floor(first / LEAVES_PER_PART)),
    offsets: all.map(({ first }) => (first % LEAVES_PER_PART) * NODE_BYTES + 1),
    lengths: all.map(({ count }) => count * NODE_BYTES),
  }
  const { rows } = await sql<{ content: Buffer }>`
    select substring(n.content from w.start for w.length) as content
    from unnest(${columns.levels}::int[], ${columns.parts}::int[], ${columns.offsets}::int[], ${columns.lengths}::int[])
      with ordinality w (level, part, start, length, place)
    join epoch_nodes n on n.epoch = ${epoch} and n.level = w.level and n.part = w.part
    order by w.place`.execute(db)
  const found = rows.map(({ content }) => content)
  return wanted.map((runs) => found.splice(0, runs.length))
}

/** From the books, account by account: what the tree says has to be the same. */
async function balanceAt(db: Reader, owner: number, journal: string): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(last.balance_after), 0)::text as balance
    from unnest('{impact,available,held}'::ledger_account[]) accounts (account)
    cross join lateral (
      select balance_after from entry e
      where e.member_id = ${owner} and e.account = accounts.account and e.journal_id <= ${journal}::bigint
      order by e.sequence desc limit 1) last`.execute(db)
  return rows[0]?.balance ?? '0'
}
