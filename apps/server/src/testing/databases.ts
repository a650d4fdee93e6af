import pg from 'pg'

/** For the tests' own connections: no time-outs, and no failure when the database is dropped. */
export const UNHURRIED = { idle_in_transaction_session_timeout: 0, statement_timeout: 0 }

/** Creates a database on the server of `url`, and returns its URL. */
export async function createDatabase(url: string, { name, template }: { name: string; template?: string }) {
  await onServer(url, `create database "${name}" template "${template ?? 'template0'}"`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export const dropDatabase = (url: string, name: string): Promise<void> =>
  onServer(url, `drop database if exists "${name}" with (force)`)

/** The template was made with its own chain; each copy starts with another one. */
export const forgetChain = (url: string): Promise<void> =>
  onServer(
    url,
    `truncate scan, scan_block, unmatched_transfer, reserve_account, worker_status; delete from signer; delete from installation where key = 'local chain'`,
  )

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
