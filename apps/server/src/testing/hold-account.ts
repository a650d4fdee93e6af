import { expect, onTestFinished } from 'vitest'
import { BACKGROUND_POOL } from '../db/database.ts'
import type { TestServer } from './server.ts'

const ROWS = {
  account: 'select from account where email = $1 for no key update',
  balance: `select from member_balance join account on account.id = member_id where email = $1
    for no key update of member_balance`,
}

/**
 * Locks an account, or its balance, as another request would. Who wants it meanwhile waits, in the order in which they
 * came; so does this one, if somebody else holds it.
 */
export async function holdAccount(server: TestServer, email: string, row: keyof typeof ROWS = 'account') {
  await expect.poll(() => unsent(server, email), { timeout: 90_000 }).toBe(0)
  return hold(server, ROWS[row], [email])
}

/** Locks what is counted of everybody's guesses. Who was right waits before giving theirs back. */
export const holdGuesses = (server: TestServer) =>
  hold(server, `select from rate_limit where key like 'guess:%' for update`, [])

async function hold(server: TestServer, rows: string, of: unknown[]) {
  const holder = await server.database.connect()
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await holder.query('commit')
    holder.release()
  }
  onTestFinished(release)
  const { rows: connections } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { pid } = connections[0]!
  await holder.query('begin')
  await holder.query(rows, of)
  return {
    release,
    query: (statement: string, values: unknown[]) => holder.query(statement, values),
    isAwaitedBy: (count: number) => expect.poll(() => waiting(server, pid), { timeout: 90_000 }).toHaveLength(count),
  }
}

/**
 * What the connections are doing that wait for the holder's row, or for a row of one that does. The worker's are not
 * counted. Nor is who waits for a lock of another kind: an erasure keeps the scanner waiting, or waits for it.
 */
async function waiting({ database }: TestServer, holder: number): Promise<string[]> {
  const { rows } = await database.query<{ query: string }>(
    `with recursive blocked as materialized (
        select pid, pg_blocking_pids(pid) as by from pg_stat_activity
        where datname = current_database() and wait_event in ('transactionid', 'tuple')
      ), behind as (
        select $1::int as pid union select blocked.pid from blocked join behind on behind.pid = any(blocked.by)
      )
      select query from behind join pg_stat_activity using (pid) where pid <> $1 and application_name <> $2`,
    [holder, BACKGROUND_POOL.application_name],
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
