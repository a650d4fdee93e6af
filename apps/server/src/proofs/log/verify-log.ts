import { randomBytes } from 'node:crypto'
import { HASH_BYTES, isSame } from '@trefoil/core/proofs/bytes'
import { LEAF_KINDS, type LeafKind } from '@trefoil/core/proofs/log-leaf'
import { HASHES_PER_TILE } from '@trefoil/core/proofs/log-tiles'
import { shuffledPlaces } from '@trefoil/core/proofs/shards'
import type pg from 'pg'
import { hashJournals, type KeptCommitments } from './hash-journals.ts'
import { hashSingle } from './hash-leaves.ts'
import { readEntered } from './other-leaves.ts'
import { OwnerKeys } from './owner-keys.ts'
import { readJournalsThere } from './read-journals.ts'
import { readLatest } from './sign.ts'
import { findBrokenTiles, readHashes, readRoot } from './tree.ts'

export type LogReport = {
  /** Leaves that were signed. */
  size: number
  /** Leaves that were made again from the books, out of how many. */
  checked: number
  among: number
  /** Leaves that are not what the books say. */
  changed: number
  firstChanged?: { kind: LeafKind; id: number }
  /** Tiles that do not lead to the hash above them. */
  brokenTiles: number
  isSigned: boolean
}

export type LogCheck = {
  /** Only leaves of journals after this one, and what was entered with them. */
  since?: number
  /** Leaves are drawn at random until this is over. The first ones are always looked at. */
  budgetMs?: number
  leavesAtOnce?: number
}

/** Some thousand journals are read at a time, because it costs hardly more than one. */
const LEAVES_AT_ONCE = 16 * HASHES_PER_TILE
const BUDGET_MS = 15_000

/**
 * Whether the log still says what the books say: the whole tree, from the leaves to the signed root, and as many leaves as
 * can be made again in the time. Undefined: nothing was signed yet.
 */
export async function verifyLog(
  client: pg.ClientBase,
  secret: Buffer,
  { since = 0, budgetMs = BUDGET_MS, leavesAtOnce = LEAVES_AT_ONCE }: LogCheck = {},
): Promise<LogReport | undefined> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const signed = await readLatest(client)
    if (!signed) return undefined
    const { size } = signed
    const first = Math.min(size, await firstLeafAfter(client, since))
    const brokenTiles = await findBrokenTiles(client, { first, size })
    const root = await readRoot(client, size).catch(() => undefined)
    const isSigned = root !== undefined && isSame(root, signed.root)
    const report: LogReport = { size, checked: 0, among: size - first, changed: 0, brokenTiles, isSigned }
    const keys = new OwnerKeys(secret)
    const began = performance.now()
    for (const place of shuffledPlaces(Math.ceil(report.among / leavesAtOnce), randomBytes)) {
      const from = first + place * leavesAtOnce
      const part = { from, to: Math.min(size, from + leavesAtOnce) }
      const { changed, unknown } = await findChanged(client, keys, part)
      report.checked += part.to - part.from
      report.changed += changed.length + unknown
      if (changed[0]) report.firstChanged ??= changed[0]
      if (performance.now() - began > budgetMs) break
    }
    return report
  } finally {
    await client.query('rollback')
  }
}

/** Where the leaves of later journals begin. */
async function firstLeafAfter(client: pg.ClientBase, journal: number): Promise<number> {
  if (journal === 0) return 0
  const { rows } = await client.query<{ index: string }>(
    `select (first_index + $1::bigint + 1 - first_id)::text as index from proof_log_run
     where kind = ${LEAF_KINDS.journal} and first_id <= $1::bigint + 1 and $1::bigint + 1 < first_id + count`,
    [journal],
  )
  return rows[0] ? Number(rows[0].index) : Infinity
}

type Part = { from: number; to: number }
type Leaf = { kind: LeafKind; id: number }

/** `unknown`: nothing says what these leaves are. */
async function findChanged(
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
    return byId(entries, hashSingle(kind, entries))
  }
  const range = { after: ids.from - 1, upTo: ids.to }
  const journals = await readJournalsThere(client, range)
  await keys.find(client, new Set(journals.flatMap(({ entries }) => entries.map(({ member_id: owner }) => owner))))
  const { leafHashes } = hashJournals(journals, keys, await readKept(client, range))
  return byId(journals, leafHashes)
}

const byId = (rows: readonly { id: number }[], hashes: Buffer): Map<number, Uint8Array> =>
  new Map(rows.map(({ id }, index) => [id, hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)]))

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
