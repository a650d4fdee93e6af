import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashJournals } from '../../apps/server/src/proofs/log/hash-journals.ts'
import { OwnerKeys } from '../../apps/server/src/proofs/log/owner-keys.ts'
import type { LoggedJournal } from '../../apps/server/src/proofs/log/read-journals.ts'

const OWNERS = 2000
const JOURNALS = 4096
const ROUNDS = 10

/** Microseconds of processor time to hash an entry: of donations with a full upline, and of transfers. */
export async function timeHashing(): Promise<{ donations: number; transfers: number }> {
  const keys = new OwnerKeys(randomBytes(32))
  const owners = Array.from({ length: OWNERS + 2 }, (_, index) => index - 1)
  const rows = owners.map((owner) => ({ owner, seed: randomBytes(16) }))
  await keys.load({ query: async () => ({ rows }) } as unknown as pg.ClientBase, owners)
  return { donations: time(keys, 14), transfers: time(keys, 2) }
}

function time(keys: OwnerKeys, entries: number): number {
  const journals = Array.from({ length: JOURNALS }, (_, index) => journalOf(index, entries))
  hashJournals(journals, keys)
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) hashJournals(journals, keys)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (ROUNDS * JOURNALS * entries)
}

const journalOf = (index: number, entries: number): LoggedJournal => ({
  id: 1_000_000 + index,
  created_at_us: '1763389366123456',
  reason: entries > 2 ? 'donation' : 'transfer',
  reference: `request/${(index * 7919) % OWNERS}/0b3c1a52-6f0e-4f7e-9a55-${String(index).padStart(12, '0')}`,
  rule_version: 1,
  entries: Array.from({ length: entries }, (_, place) => ({
    member_id: place < 2 ? place - 1 : 1 + ((index * 31 + place * 17) % OWNERS),
    account: place === 0 ? 'cause' : place === 1 ? 'operations' : 'available',
    sequence: String(1000 + index),
    amount: String(25_000 + place),
    balance_after: String(123_456_789 + index),
    share: place < 3 ? 'whole' : `level_${place - 2}`,
  })),
})
