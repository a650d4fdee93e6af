import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { asApplication, LOCKS } from '../db/database.ts'
import { ASSUMED, lookUp, postAhead, type Ahead, type LookedUp } from '../ledger/ahead.ts'
import { openLedgerPool } from '../ledger/batch.ts'
import { Kept } from '../ledger/kept.ts'
import type { MemberName, Placed } from '../ledger/operation.ts'
import { postUnderLock } from '../ledger/under-lock.ts'
import { fundedMember, type Funded } from './money.ts'
import type { TestServer } from './server.ts'

/** As one names a member by their private key. */
export async function keyOf(server: TestServer, { id }: Funded): Promise<MemberName> {
  const { rows } = await server.database.query<{ text: string }>(
    'select key_hash::text as text from account where id = $1',
    [id],
  )
  return { by: 'key', texts: rows.map(({ text }) => text) }
}

/** What a process keeps, and the connections that its poster has. Everybody in `members` has $100. */
export async function aheadScene<Name extends string>(server: TestServer, names: readonly Name[]) {
  const url = asApplication(server.settings.databaseUrl!)
  const connected = async (name: string): Promise<pg.PoolClient> => {
    const pool = openLedgerPool(url, name)
    const client = await pool.connect()
    onTestFinished(async () => {
      client.release(true)
      await pool.end()
    })
    return client
  }
  const [client, beside] = [await connected('ahead'), await connected('beside')]
  const funded = await Promise.all(names.map(async (name) => [name, await fundedMember(server, 100)] as const))
  const members = Object.fromEntries(funded) as Record<Name, Funded>
  const kept = new Kept()

  /** A first batch under the lock, after which the process knows where the ledger stands. */
  await postUnderLock(client, { kept }, [])

  const postWith = (facts: LookedUp, orders: Placed[]): Ahead => {
    const { head } = kept
    if (!head) throw new Error('Nothing is known about the ledger')
    const ahead = postAhead(
      client,
      { kept, head },
      orders.map((order) => ({ ...order, facts })),
    )
    // A test that expects it to fail looks later.
    ahead.sent.catch(() => {})
    return ahead
  }
  /** Looks up what the orders need. Call the result to post them. */
  const prepare = async (...orders: Placed[]): Promise<() => Ahead> => {
    const facts = await lookUp(beside, kept, orders)
    return () => postWith(facts, orders)
  }
  const post = async (...orders: Placed[]): Promise<Ahead> => (await prepare(...orders))()
  /** Looks up nothing. */
  const assume = (...orders: Placed[]): Ahead => postWith(ASSUMED, orders)

  return { client, kept, members, prepare, post, assume }
}

/** Takes the ledger's lock, as another process would: what is sent meanwhile waits. */
export async function holdLedger(server: TestServer): Promise<{
  release: () => Promise<void>
  isAwaitedBy: (count: number) => Promise<void>
  /** As whoever has the lock. */
  query: (text: string, values: unknown[]) => Promise<unknown>
}> {
  const holder = await server.database.connect()
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await holder.query('select pg_advisory_unlock($1, $2)', [LOCKS.space, LOCKS.ledger])
    holder.release()
  }
  await holder.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.ledger])
  onTestFinished(release)
  return {
    release,
    query: (text, values) => holder.query(text, values),
    isAwaitedBy: (count) =>
      expect
        .poll(
          async () => {
            const { rows } = await server.database.query<{ count: number }>(
              `select count(*)::int from pg_locks where locktype = 'advisory' and not granted and classid = $1 and objid = $2
              and database = (select oid from pg_database where datname = current_database())`,
              [LOCKS.space, LOCKS.ledger],
            )
            return rows[0]?.count
          },
          { timeout: 90_000 },
        )
        .toBe(count),
  }
}
