import { setImmediate as pause } from 'node:timers/promises'
import type { OwnerId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Hash } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { nextPayouts, payoutIds } from './payout-number.ts'
import type { Recovery } from './recovery.ts'

export type Owned = { member: OwnerId; number: number }

const MEMBERS_AT_ONCE = 500
/** Causes are below zero, operations is zero. */
const BEFORE_ALL = -(2 ** 31)

/** Ids that belong to nobody, in this recovery: every member was tried, and members who join later were not paid before. */
type Tried = { since: number; ids: Set<Hash> }
const nobodys = new WeakMap<Database, Tried>()

/**
 * Whose these payouts are: an id cannot be read backwards, so the next number of every member is tried, and the numbers
 * after it as far as they were paid.
 */
export async function findOwners(
  db: Database,
  ids: readonly Hash[],
  { beganAt }: Recovery,
): Promise<ReadonlyMap<Hash, Owned>> {
  const tried = triedSince(db, beganAt.getTime())
  const all = new Set(ids)
  const sought = new Set(ids.filter((id) => !tried.has(id)))
  const owners = new Map<Hash, Owned>()
  const idOf = await payoutIds(db)
  for (let after = BEFORE_ALL; sought.size > 0;) {
    const { rows } = await sql<{ id: OwnerId }>`
      select id from (
        select -id as id from cause union all select 0 union all
        (select id from member where id > ${after} order by id limit ${MEMBERS_AT_ONCE})
      ) owner where id > ${after} order by id limit ${MEMBERS_AT_ONCE}`.execute(db)
    const last = rows.at(-1)?.id
    if (last === undefined) break
    after = last
    const next = await nextPayouts(
      db,
      rows.map(({ id }) => id),
    )
    for (const [member, { number: first }] of next) {
      let number = first
      // One that was tried before counts, too: it may have been read before the payment that precedes it.
      for (let id = idOf(member, number); all.has(id); id = idOf(member, number)) {
        owners.set(id, { member, number })
        sought.delete(id)
        number += 1
      }
    }
    // A million members take a while, and others want to be served meanwhile.
    await pause()
  }
  for (const id of sought) tried.add(id)
  return owners
}

function triedSince(db: Database, since: number): Set<Hash> {
  const known = nobodys.get(db)
  if (known?.since === since) return known.ids
  const ids = new Set<Hash>()
  nobodys.set(db, { since, ids })
  return ids
}
