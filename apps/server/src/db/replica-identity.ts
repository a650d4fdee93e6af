import pg from 'pg'
import { StartError } from '../start-error.ts'
import { closeClient, connectionTo } from './connection.ts'

/** Of a database and all its physical replicas. */
export type Identity = { readonly system: string; readonly installation: string }

const FOREIGN = 'DATABASE_REPLICA_URL names a database of another installation: give it a replica of DATABASE_URL.'

export async function readIdentity(client: Pick<pg.ClientBase, 'query'>): Promise<Identity> {
  const { rows } = await client.query<Identity>(
    `select (select system_identifier::text from pg_control_system()) as system,
      (select value ->> 'id' from installation where key = 'id') as installation`,
  )
  const [identity] = rows
  if (!identity) throw new Error('The database has no identity')
  return identity
}

export async function refuseForeign(client: Pick<pg.ClientBase, 'query'>, expected: Identity): Promise<void> {
  const found = await readIdentity(client).catch((error: unknown) => {
    // Without our tables, it is not ours.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) throw new StartError(FOREIGN)
    throw error
  })
  if (found.system !== expected.system || found.installation !== expected.installation) throw new StartError(FOREIGN)
}

const UNDEFINED_TABLE = '42P01'

/** Rejects otherwise if it cannot be reached now. */
export async function refuseForeignReplica(url: string, expected: Identity): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'trefoil start' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseForeign(client, expected)
  } finally {
    await closeClient(client)
  }
}
