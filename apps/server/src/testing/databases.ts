import pg from 'pg'

/** For the tests' own connections: no time-outs, and no failure when the database is dropped. */
export const UNHURRIED = { idle_in_transaction_session_timeout: 0, statement_timeout: 0 }

/** Creates a database on the server of `url`, and returns its URL. */
export async function createDatabase(url: string, { name, template }: { name: string; template?: string }) {
  // Copying files costs half as much as logging every page.
  await onServer(url, `create database "${name}" template "${template ?? 'template0'}" strategy file_copy`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export const dropDatabase = (url: string, name: string): Promise<void> =>
  onServer(url, `drop database if exists "${name}" with (force)`)

/** What is thrown away afterwards need not survive a power cut. It survives the end of any process as before. */
export const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** Several test files run at once, each with servers that open as many connections as they would alone, and sign in. */
export const MANY_SERVERS = { max_connections: '400', scram_iterations: '1' }

/** The template was made with its own chain and its own key of the log; each copy starts with other ones. */
export const forgetOutside = (url: string): Promise<void> =>
  onServer(
    url,
    `truncate attestation_contract, chain_setting, scan, scan_block, unmatched_transfer, reserve_account, reconciliation, worker_status, proof_log; delete from reserve_transfer where block_number > 0; delete from signer; delete from installation where key in ('local chain', 'log key')`,
  )

/** Copies of one database on one chain are not one installation: their payouts are not the same. */
export const becomeInstallation = (url: string): Promise<void> =>
  onServer(
    url,
    `set session_replication_role = replica;
    update installation set value = jsonb_build_object('id', encode(sha256(uuid_send(gen_random_uuid())), 'hex'))
    where key = 'id'`,
  )

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
