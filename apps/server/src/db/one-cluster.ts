import pg from 'pg'
import { StartError } from '../start-error.ts'
import { closeClient } from './connection.ts'
import { connect, isLoginRefused, type Logins } from './logins.ts'

/** Held at the same time: whatever shares out connections gives some of them to each server behind it. */
const CONNECTIONS = 4
/** It is not allowed, or not known here. Some hosted databases do not tell. */
const UNTOLD = ['42501', '42883', '0A000']

/** What `initdb` has drawn for this cluster, and all of its standbys share. Undefined: it does not tell. */
export async function readCluster(client: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    return rows[0]?.id
  } catch (error) {
    if (error instanceof pg.DatabaseError && UNTOLD.includes(error.code ?? '')) return undefined
    throw error
  }
}

/**
 * Before anything is written: an address that leads now here and now there would be migrated and filled by halves, and
 * so would two logins that lead to two clusters.
 */
export async function refuseTwoClusters({ url, ownerUrl }: Logins): Promise<string | undefined> {
  if (ownerUrl === undefined) return findCluster('DATABASE_URL', url)
  const cluster = await findCluster('DATABASE_URL', url).catch((error: Error) => {
    // On a new database, the owner's migration comes first. Afterwards it is told again.
    if (isLoginRefused(error.cause)) return undefined
    throw error
  })
  const owners = await findCluster('DATABASE_OWNER_URL', ownerUrl)
  if (cluster !== undefined && owners !== undefined && cluster !== owners)
    throw new StartError(
      `DATABASE_URL leads to the cluster ${cluster}, and DATABASE_OWNER_URL to ${owners}: let both lead to the primary of one.`,
    )
  return owners ?? cluster
}

async function findCluster(variable: string, url: string): Promise<string | undefined> {
  const connecting = await Promise.allSettled(Array.from({ length: CONNECTIONS }, () => connect(url)))
  const clients = connecting.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  try {
    for (const one of connecting) if (one.status === 'rejected') throw one.reason
    const [first, other] = new Set(await Promise.all(clients.map(readCluster)))
    if (other !== undefined)
      throw new StartError(
        `${variable} leads to two different clusters, ${first} and ${other}: let it lead to the primary of one.`,
      )
    return first
  } finally {
    await Promise.all(clients.map(closeClient))
  }
}

/** As if nobody had answered: who asks again may reach the right one. */
class OtherCluster extends Error {
  readonly code = 'ECONNREFUSED'
}

/** For new connections: what was known at the start stays true, or the connection is not used. */
export const staysIn =
  (cluster: string | undefined) =>
  async (client: pg.ClientBase): Promise<void> => {
    if (cluster === undefined) return
    const found = await readCluster(client)
    // A login that may not ask proves nothing.
    if (found !== undefined && found !== cluster)
      throw new OtherCluster(`The address of the database leads to another cluster: ${found} instead of ${cluster}`)
  }
