import type pg from 'pg'
import type { Settings } from '../env.ts'
import { StartError } from '../start-error.ts'
import { closeClient, openClient } from './connection.ts'
import { APPLICATION, asApplication } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { refusePooler, refuseReadOnly, refuseUnfit } from './fitness.ts'
import { migrate, refuseOtherVersion } from './migrate.ts'
import { refusePowerful } from './powers.ts'

/** `url` is the application's. `ownerUrl`, of the tables' owner, is for migrations; without it nothing migrates. */
export type Logins = { url: string; ownerUrl: string | undefined }

/** To the configured database, or to the embedded one, which it starts. */
export async function openLogins({
  databaseUrl,
  databaseOwnerUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>): Promise<Logins & { stop: () => Promise<void> }> {
  if (databaseUrl !== undefined) return { url: databaseUrl, ownerUrl: databaseOwnerUrl, stop: async () => {} }
  const server = await startEmbedded({ dataDir, log: () => {} })
  return { url: asApplication(server.url), ownerUrl: server.url, stop: server.stop }
}

/**
 * Migrates, if the owner's login is known. Then the database has to be of this program's version, and the application
 * must not be able to alter what is written in the ledger. `finish` runs last, as the application. Returns the version.
 */
export async function bringUpToDate(
  { url, ownerUrl }: Logins,
  finish: (client: pg.Client) => Promise<void> = async () => {},
): Promise<number> {
  if (ownerUrl !== undefined) await migrate(ownerUrl)
  return withClient(url, async (client) => {
    await refuseReadOnly(client)
    await refuseUnfit(client, url)
    await withClient(url, (other) => refusePooler(client, other))
    await refusePowerful(client)
    const version = await refuseOtherVersion(client)
    if (ownerUrl !== undefined && placeOf(url) !== placeOf(ownerUrl)) await refuseAnother(client, ownerUrl)
    await finish(client)
    return version
  })
}

/** Two spellings may be one database: by socket and by name, or through a pooler. */
const placeOf = (address: string): string => {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

async function refuseAnother(client: pg.Client, ownerUrl: string): Promise<void> {
  if ((await idIn(client)) !== (await withClient(ownerUrl, idIn)))
    throw new StartError('DATABASE_URL and DATABASE_OWNER_URL name two different databases.')
}

async function idIn(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(`select value ->> 'id' as id from installation where key = 'id'`)
  return rows[0]?.id
}

/** One connection for one purpose. What keeps it from being made is told in one sentence. */
export async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url)
  try {
    return await use(client)
  } finally {
    await closeClient(client)
  }
}

/** The caller closes it. */
export async function connect(url: string): Promise<pg.Client> {
  return openClient(url, { name: 'trefoil start' }).catch((error: Error & { code?: string }) => {
    const how = isLoginRefused(error) ? ` docs/deploying.md shows how ${APPLICATION} gets its login.` : ''
    throw new StartError(`Cannot connect to the database: ${error.message || error.code}.${how}`, { cause: error })
  })
}

/** There is no such login, or not with this password. */
export const isLoginRefused = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code?.startsWith('28') === true
