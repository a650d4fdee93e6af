import { randomBytes } from 'node:crypto'
import { canonicalJson, type Json } from '@trefoil/core/proofs/canonical-json'
import { ENTRY_SALT_BYTES, LEAF_KINDS, type LeafKind } from '@trefoil/core/proofs/log-leaf'
import type pg from 'pg'
import { numbers } from '../../ledger/columns.ts'
import { hashSingle } from './hash-leaves.ts'

/** Leaves of one kind, in the order in which they enter the log. */
export type Leaves = { kind: LeafKind; ids: number[]; hashes: Buffer }

const ROWS_MAX = 5000

/** Columns as texts where they have 64 bits or no form of their own in JSON. Instants are microseconds since 1970. */
const us = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`

const AUDIT_ENTRY = `a.id::text as id, ${us('a.at')} as at_us, a.action, a.operator_id, a.member_id, a.subject, a.why,
  a.address::text as address, a.agent, a.details::text as details`

const PROGRAMME = `p.version, ${us('p.active_from')} as active_from_us, p.rules::text as rules`

type Columns = Record<string, Json>

/**
 * Audit entries that are not in the log yet, in the order in which they became visible: what commits late enters late,
 * whatever its number. `after`: all up to there are in the log.
 */
export async function enterAuditEntries(client: pg.ClientBase, after: string): Promise<Leaves & { more: boolean }> {
  const { rows } = await client.query<Columns>(
    `select ${AUDIT_ENTRY} from audit_entry a where a.id > $1
       and not exists (select from proof_log_salt s where s.kind = ${LEAF_KINDS.audit} and s.id = a.id)
     order by a.id limit ${ROWS_MAX}`,
    [after],
  )
  return { ...(await enter(client, 'audit', rows.map(entryOf('id')))), more: rows.length === ROWS_MAX }
}

/** There are few. */
export async function enterProgrammes(client: pg.ClientBase): Promise<Leaves> {
  const { rows } = await client.query<Columns>(
    `select ${PROGRAMME} from programme p
     where not exists (select from proof_log_salt s where s.kind = ${LEAF_KINDS.programme} and s.id = p.version)
     order by p.version`,
  )
  return enter(client, 'programme', rows.map(entryOf('version')))
}

/** One a day. They are stored as they are published, in the canonical form. */
export async function enterFacts(client: pg.ClientBase): Promise<Leaves> {
  const { rows } = await client.query<{ id: string; figures: string }>(
    `select f.id, f.figures from facts f
     where not exists (select from proof_log_salt s where s.kind = ${LEAF_KINDS.facts} and s.id = f.id)
     order by f.id`,
  )
  return enter(
    client,
    'facts',
    rows.map(({ id, figures }) => ({ id: Number(id), entry: figures })),
  )
}

type Entry = { id: number; entry: string }

/** `key`: which column is the id of the leaf. */
const entryOf =
  (key: string) =>
  (row: Columns): Entry => ({ id: Number(row[key]), entry: canonicalJson(row) })

async function enter(client: pg.ClientBase, kind: LeafKind, entries: readonly Entry[]): Promise<Leaves> {
  const salted = entries.map((entry) => ({ ...entry, salt: randomBytes(ENTRY_SALT_BYTES) }))
  const ids = salted.map(({ id }) => id)
  if (ids.length > 0)
    await client.query(
      'insert into proof_log_salt (kind, id, salt) select $1, * from unnest($2::bigint[], $3::bytea[])',
      [LEAF_KINDS[kind], numbers(ids), salted.map(({ salt }) => salt)],
    )
  return { kind, ids, hashes: hashSingle(kind, salted) }
}

type SingleKind = Exclude<LeafKind, 'journal'>

/** Entries that are in the log, from one id to another, with their salts. */
export async function readEntered(
  client: pg.ClientBase,
  kind: SingleKind,
  { from, to }: { from: number; to: number },
): Promise<(Entry & { salt: Buffer })[]> {
  const salts = await client.query<{ id: string; salt: Buffer }>(
    'select id, salt from proof_log_salt where kind = $1 and id between $2 and $3',
    [LEAF_KINDS[kind], from, to],
  )
  const saltOf = new Map(salts.rows.map(({ id, salt }) => [Number(id), salt]))
  const entries = await readColumns[kind](client, [from, to])
  return entries.flatMap((entry) => {
    const salt = saltOf.get(entry.id)
    return salt ? { ...entry, salt } : []
  })
}

const readColumns: Record<SingleKind, (client: pg.ClientBase, range: [number, number]) => Promise<Entry[]>> = {
  async audit(client, range) {
    const query = `select ${AUDIT_ENTRY} from audit_entry a where a.id between $1 and $2 order by a.id`
    return (await client.query<Columns>(query, range)).rows.map(entryOf('id'))
  },
  async programme(client, range) {
    const query = `select ${PROGRAMME} from programme p where p.version between $1 and $2 order by p.version`
    return (await client.query<Columns>(query, range)).rows.map(entryOf('version'))
  },
  async facts(client, range) {
    const query = 'select f.id, f.figures as entry from facts f where f.id between $1 and $2 order by f.id'
    const { rows } = await client.query<{ id: string; entry: string }>(query, range)
    return rows.map(({ id, entry }) => ({ id: Number(id), entry }))
  },
}
