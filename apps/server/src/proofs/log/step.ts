import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import type pg from 'pg'
import { numbers } from '../../ledger/columns.ts'
import type { AuditHorizon } from './audit-horizon.ts'
import { hashJournals, type LostCommitment } from './hash-journals.ts'
import { enterAuditEntries, enterFacts, enterProgrammes, type Leaves } from './other-leaves.ts'
import type { OwnerKeys } from './owner-keys.ts'
import { readJournals } from './read-journals.ts'
import { appendLeaves } from './tree.ts'

/** Some fifty thousand entries, if all are donations: half a second of work. */
const JOURNALS_PER_STEP = 4096

/** `behind`: how many journals are not in the log yet. */
export type LogStep = { size: number; behind: number; more: boolean }

export type StepContext = { client: pg.ClientBase; keys: OwnerKeys; horizon: AuditHorizon }

/** Enters what comes next, in one transaction: a crash repeats it as a whole. */
export async function takeLogStep(context: StepContext, { journalsMax = JOURNALS_PER_STEP } = {}): Promise<LogStep> {
  const { client } = context
  // Before the transaction, which would keep vacuums from entries until its end.
  await client.query('select summarise_entries()')
  await client.query('begin')
  try {
    const step = await enterNext(context, journalsMax)
    await client.query('commit')
    return step
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function enterNext({ client, keys, horizon }: StepContext, journalsMax: number): Promise<LogStep> {
  const { rows } = await client.query<{ size: string; done: string; audited: string }>(
    'select size, journal_id as done, audit_entry_id as audited from proof_log_progress for update',
  )
  const [progress] = rows
  if (!progress) throw new Error('The log has no progress')
  const done = Number(progress.done)
  // Journals are numbered in the order of their commits, without gaps.
  const newest = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from journal')
  const last = Number(newest.rows[0]?.id)
  const upTo = Math.min(last, done + journalsMax)

  const sure = await horizon.advance(client)
  const journals = await enterJournals(client, keys, { after: done, upTo })
  const audited = await enterAuditEntries(client, progress.audited)
  const parts = [journals, audited, await enterProgrammes(client), await enterFacts(client)]
  const size = await appendLeaves(client, Number(progress.size), parts)
  const isSure = sure !== undefined && BigInt(sure) > BigInt(progress.audited) && !audited.more
  if (size > Number(progress.size) || isSure)
    await client.query('update proof_log_progress set size = $1, journal_id = $2, audit_entry_id = $3', [
      size,
      upTo,
      isSure ? sure : progress.audited,
    ])
  return { size, behind: last - upTo, more: last - upTo >= journalsMax || audited.more }
}

async function enterJournals(
  client: pg.ClientBase,
  keys: OwnerKeys,
  range: { after: number; upTo: number },
): Promise<Leaves> {
  if (range.after === range.upTo) return { kind: 'journal', ids: [], hashes: Buffer.alloc(0) }
  const journals = await readJournals(client, range)
  await keys.load(client, journals.owners)
  const { leafHashes, lost } = hashJournals(journals, keys)
  await keepCommitments(client, lost)
  if (leafHashes.length !== (range.upTo - range.after) * HASH_BYTES)
    throw new Error(`Journals are missing after ${range.after}`)
  return { kind: 'journal', ids: journals.ids, hashes: leafHashes }
}

export async function keepCommitments(client: pg.ClientBase, lost: readonly LostCommitment[]): Promise<void> {
  if (lost.length === 0) return
  await client.query(
    `insert into proof_log_commitment (journal_id, position, commitment)
     select * from unnest($1::bigint[], $2::int[], $3::bytea[]) on conflict do nothing`,
    [
      numbers(lost.map(({ journal }) => journal)),
      numbers(lost.map(({ position }) => position)),
      lost.map(({ commitment }) => commitment),
    ],
  )
}
