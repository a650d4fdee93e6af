import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import { LEAF_KINDS, type LeafKind } from '@trefoil/core/proofs/log-leaf'
import type pg from 'pg'
import { hashJournals, type KeptCommitments } from './hash-journals.ts'
import { hashSingle } from './hash-leaves.ts'
import { readEntered } from './other-leaves.ts'
import type { OwnerKeys } from './owner-keys.ts'
import { readJournalsThere } from './read-journals.ts'
import { readHashes } from './tree.ts'

type Part = { from: number; to: number }
export type Leaf = { kind: LeafKind; id: number }

/** Leaves that are not what the books say now. `unknown`: nothing says what these leaves are. */
export async function findChanged(
  client: pg.ClientBase,
  keys: OwnerKeys,
  part: Part,
): Promise<{ changed: Leaf[]; unknown: number }> {
  const stored = await readHashes(client, part)
  const changed: Leaf[] = []
  let unknown = part.to - part.from
  for (const { kind, firstId, from, to } of await readRuns(client, part)) {
    const hashes = await hashesOf(client, keys, kind, { from: firstId, to: firstId + to - from - 1 })
    unknown -= to - from
    for (let index = from; index < to; index++) {
      const [id, at] = [firstId + index - from, (index - part.from) * HASH_BYTES]
      const now = hashes.get(id)
      if (!now || !stored.subarray(at, at + HASH_BYTES).equals(now)) changed.push({ kind, id })
    }
  }
  return { changed, unknown }
}

const KIND_OF = new Map<number, LeafKind>(
  Object.entries(LEAF_KINDS).map(([kind, number]) => [number, kind as LeafKind]),
)

/** Leaves of one kind with consecutive ids, as far as they are within the part. */
async function readRuns(client: pg.ClientBase, { from, to }: Part) {
  const { rows } = await client.query<{ first_index: string; kind: number; first_id: string; count: string }>(
    `select * from proof_log_run where first_index < $2
       and first_index >= (select max(first_index) from proof_log_run where first_index <= $1) order by first_index`,
    [from, to],
  )
  return rows.map(({ first_index: index, kind, first_id: id, count }) => {
    const [firstIndex, firstId] = [Number(index), Number(id)]
    const begin = Math.max(from, firstIndex)
    const known = KIND_OF.get(kind)
    if (!known) throw new Error(`There are no leaves of kind ${kind}`)
    return {
      kind: known,
      firstId: firstId + begin - firstIndex,
      from: begin,
      to: Math.min(to, firstIndex + Number(count)),
    }
  })
}

/** By id. What is not in the books has none. */
async function hashesOf(
  client: pg.ClientBase,
  keys: OwnerKeys,
  kind: LeafKind,
  ids: Part,
): Promise<Map<number, Uint8Array>> {
  if (kind !== 'journal') {
    const entries = await readEntered(client, kind, ids)
    return byId(
      entries.map(({ id }) => id),
      hashSingle(kind, entries),
    )
  }
  const range = { after: ids.from - 1, upTo: ids.to }
  const journals = await readJournalsThere(client, range)
  await keys.find(client, journals.owners)
  const { leafHashes } = hashJournals(journals, keys, await readKept(client, range))
  return byId(journals.ids, leafHashes)
}

const byId = (ids: readonly number[], hashes: Buffer): Map<number, Uint8Array> =>
  new Map(ids.map((id, index) => [id, hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)]))

/** Of owners whose keys were destroyed. */
async function readKept(
  client: pg.ClientBase,
  { after, upTo }: { after: number; upTo: number },
): Promise<KeptCommitments> {
  const { rows } = await client.query<{ place: string; commitment: Buffer }>(
    `select journal_id || '/' || position as place, commitment from proof_log_commitment
     where journal_id > $1 and journal_id <= $2`,
    [after, upTo],
  )
  const kept = new Map(rows.map(({ place, commitment }) => [place, commitment]))
  return { find: (journal, position) => kept.get(`${journal}/${position}`) }
}
