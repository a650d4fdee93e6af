import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { closeClient, openClient } from './connection.ts'
import { readCluster } from './one-cluster.ts'

/** Of a database and all its physical replicas. */
export type Identity = { readonly cluster: string | undefined; readonly installation: string }

const FOREIGN = 'DATABASE_REPLICA_URL names a database of another installation: give it a replica of DATABASE_URL.'

export async function readIdentity(client: Pick<pg.ClientBase, 'query'>): Promise<Identity> {
  const cluster = await readCluster(client)
  const { rows } = await client.query<{ installation: string }>(
    `select value ->> 'id' as installation from installation where key = 'id'`,
  )
  const [row] = rows
  if (!row) throw new Error('The database has no identity')
  return { cluster, installation: row.installation }
}

export async function refuseForeign(client: Pick<pg.ClientBase, 'query'>, expected: Identity): Promise<void> {
  const found = await readIdentity(client).catch((error: unknown) => {
    // Without our tables, it is not ours.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) throw new StartError(FOREIGN)
    throw error
  })
  if (found.cluster !== expected.cluster || found.installation !== expected.installation) throw new StartError(FOREIGN)
}

const UNDEFINED_TABLE = '42P01'

/** Rejects otherwise if it cannot be reached now. */
export async function refuseForeignReplica(url: string, expected: Identity): Promise<void> {
  const client = await openClient(url, { name: 'trefoil start' })
  try {
    await refuseForeign(client, expected)
  } finally {
    await closeClient(client)
  }
}
