import { expect, onTestFinished } from 'vitest'
import type { TestServer } from './server.ts'

/**
 * Locks an account, as another request would. Who wants it meanwhile waits, in the order in which they came; so does this
 * one, if somebody else holds it.
 */
export async function holdAccount(server: TestServer, email: string) {
  await expect.poll(() => unsent(server, email), { timeout: 30_000 }).toBe(0)
  const holder = await server.database.connect()
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await holder.query('commit')
    holder.release()
  }
  onTestFinished(release)
  await holder.query('begin')
  await holder.query('select from account where email = $1 for no key update', [email])
  return {
    release,
    query: (statement: string, values: unknown[]) => holder.query(statement, values),
    isAwaitedBy: (count: number) => expect.poll(() => waiting(server), { timeout: 30_000 }).toHaveLength(count),
  }
}

/** What the connections are doing that wait for another one. */
async function waiting({ database }: TestServer): Promise<string[]> {
  const { rows } = await database.query<{ query: string }>(
    `select query from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  )
  return rows.map(({ query }) => query)
}

/** Whoever sends a mail may wait for the account as well. */
async function unsent({ database }: TestServer, email: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int from mail_outbox join account on account.id = account_id
      where email = $1 and state in ('queued', 'failed')`,
    [email],
  )
  return rows[0]!.count
}
