import type { openJournal as route } from '@trefoil/contract/proof-log'
import type { ReplyOf } from '@trefoil/contract/route'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import {
  compareEntries,
  encodeEntry,
  entryCommitment,
  entryPath,
  type JournalEntry,
  journalSalt,
  LEAF_KINDS,
} from '@trefoil/core/proofs/log-leaf'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { numbers } from '../../ledger/columns.ts'
import { ownerKey } from './owner-keys.ts'

type Opened = ReplyOf<typeof route>['data']
type Found = { id: string; index: string | null; entries: JournalEntry[] }

/** Where a journal is in the log, with salt and path of the member's own entries, and with nothing about the others. */
export async function openJournal(
  db: Database,
  secret: Buffer,
  { reference, member }: { reference: string; member: number },
): Promise<Opened> {
  const found = await findJournal(db, reference)
  const entries = found?.entries.toSorted(compareEntries) ?? []
  if (!found || !entries.some((entry) => entry.member_id === member))
    throw new Refusal('not_found', 'You have no entry under this reference.')
  if (found.index === null)
    throw new Refusal('wrong_state', 'This is not in the log yet. Try again in a few seconds.', {
      name: 'not_in_log_yet',
    })
  const salts = await readSalts(db, secret, { journal: found.id, entries })
  const commitments = entries.map((entry, position) => {
    const known = salts.commitments.get(position)
    return known ?? entryCommitment(salts.of(position), encodeEntry(entry))
  })
  return {
    kind: 'journal',
    id: found.id,
    count: entries.length,
    index: Number(found.index),
    openings: entries.flatMap((entry, position) =>
      entry.member_id === member
        ? {
            position,
            salt: bytesToHex(salts.of(position)),
            entry: encodeEntry(entry),
            path: entryPath(commitments, position).map(bytesToHex),
          }
        : [],
    ),
  }
}

async function findJournal(db: Database, reference: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select j.id, (
        select first_index + j.id - first_id from (
          select first_index, first_id, count from proof_log_run
          where kind = ${sql.lit(LEAF_KINDS.journal)} and first_id <= j.id order by first_id desc limit 1) run
        where j.id < first_id + count
          and first_index + j.id - first_id < (select size from proof_log order by number desc limit 1)) as index,
      (select json_agg(json_build_object('journal_id', j.id::text,
          'created_at_us', (extract(epoch from j.created_at) * 1000000)::bigint::text, 'reason', j.reason,
          'reference', j.reference, 'rule_version', j.rule_version, 'member_id', e.member_id, 'account', e.account,
          'sequence', e.sequence::text, 'amount', e.amount::text, 'balance_after', e.balance_after::text, 'share', e.share))
        from entry e where e.journal_id = j.id) as entries
    from journal j where j.reference = ${reference}`.execute(db)
  return rows[0]
}

async function readSalts(
  db: Database,
  secret: Buffer,
  { journal, entries }: { journal: string; entries: readonly JournalEntry[] },
) {
  const owners = numbers([...new Set(entries.map(({ member_id: owner }) => owner))])
  const { rows } = await sql<{ owner: number | null; seed: Buffer | null; position: number | null }>`
    select owner, seed, null as position from proof_log_key where owner = any(${owners}::int[])
    union all
    select null, commitment, position from proof_log_commitment where journal_id = ${journal}`.execute(db)
  const keys = new Map<number, Buffer>()
  const commitments = new Map<number, Buffer>()
  for (const { owner, seed, position } of rows) {
    if (owner !== null && seed) keys.set(owner, ownerKey(secret, owner, seed))
    if (position !== null && seed) commitments.set(position, seed)
  }
  const of = (position: number): Uint8Array => {
    const key = keys.get(entries[position]?.member_id ?? 0)
    if (!key) throw new Error(`Journal ${journal} has an entry ${position} without a key`)
    return journalSalt(key, { journal: BigInt(journal), position })
  }
  return { of, commitments }
}
