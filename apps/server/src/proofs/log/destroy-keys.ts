import type pg from 'pg'
import { commitmentsOf } from './hash-journals.ts'
import type { OwnerKeys } from './owner-keys.ts'
import { readSomeJournals } from './read-journals.ts'
import { keepCommitments } from './step.ts'

const ENTRIES_PER_STEP = 500

/**
 * Destroys the keys of members who were erased, once everything of theirs is in the log. Whoever has entries in the same
 * journals still proves their own: for that, the commitments to the others are kept. They tell nothing without the salts.
 */
export async function destroyErasedKeys(client: pg.ClientBase, keys: OwnerKeys): Promise<void> {
  const { rows } = await client.query<{ owner: number }>(
    `select k.owner from proof_log_key k join former_member f on f.member_id = k.owner cross join proof_log_progress p
     where k.erased_at is not null and k.seed is not null and f.last_journal <= p.journal_id`,
  )
  for (const { owner } of rows) {
    // A crash begins again: what is kept stays kept.
    for (const account of ['impact', 'available', 'held']) await keepOthersProofs(client, keys, { owner, account })
    await client.query('update proof_log_key set seed = null where owner = $1', [owner])
    keys.forget(owner)
  }
}

async function keepOthersProofs(
  client: pg.ClientBase,
  keys: OwnerKeys,
  { owner, account }: { owner: number; account: string },
): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await client.query<{ sequence: string; journal_id: string }>(
      `select sequence, journal_id from entry where member_id = $1 and account = $2 and sequence > $3
       order by sequence limit ${ENTRIES_PER_STEP}`,
      [owner, account, after],
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.sequence
    await keys.load(client, [owner])
    const ids = [...new Set(rows.map(({ journal_id: id }) => Number(id)))]
    const journals = await readSomeJournals(client, ids)
    await keepCommitments(
      client,
      [...journals].flatMap((journal) => commitmentsOf(owner, journal, keys)),
    )
  }
}
