import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openClient } from '../db/connection.ts'
import { StartError } from '../start-error.ts'
import type { Hex } from './chain.ts'
import { createJournal, openJournal, readGenesis } from './local-journal.ts'
import { localIdentity } from './local-keys.ts'

/** `since`: when a new chain begins, in seconds; now by default. */
export type LocalPlace = { databaseUrl: string; dataDir: string; since?: number | undefined }

/** What the database remembers. Not the seed: keys do not belong there, not even worthless ones. */
type Known = { identity: string; port: number }

/** The database frees what this connection locks when its process dies. */
export const connectTo = ({ databaseUrl }: LocalPlace): Promise<pg.Client> =>
  openClient(databaseUrl, { name: 'trefoil local chain' })

/** One file per chain, so that two databases in one folder do not share a chain. */
const fileOf = (dataDir: string, identity: string) => join(dataDir, `chain-${identity}.journal`)

export function newHistory({ dataDir, since = Math.floor(Date.now() / 1000) }: LocalPlace) {
  const seed: Hex = `0x${randomBytes(32).toString('hex')}`
  const identity = localIdentity(seed)
  mkdirSync(dataDir, { recursive: true })
  createJournal(fileOf(dataDir, identity), { seed, time: since })
  return openHistory({ dataDir }, { identity })
}

export function openHistory({ dataDir }: Pick<LocalPlace, 'dataDir'>, { identity }: Pick<Known, 'identity'>) {
  const file = fileOf(dataDir, identity)
  const journal = openJournal(file)
  if (!journal) throw historyIsGone(file)
  return { journal, file, identity }
}

export function genesisOf({ dataDir }: LocalPlace, { identity }: Known) {
  const genesis = readGenesis(fileOf(dataDir, identity))
  if (!genesis) throw historyIsGone(fileOf(dataDir, identity))
  return genesis
}

const historyIsGone = (file: string) =>
  new StartError(
    `The history of the local chain in ${file} is gone or damaged, and the database cannot go on without it: ` +
      'deleting the data folder (and the database, if it is elsewhere) starts over.',
  )

export async function readKnown(client: pg.Client): Promise<Known | undefined> {
  const { rows } = await client.query<{ value: Known }>(`select value from installation where key = 'local chain'`)
  return rows[0]?.value
}

export async function writeKnown(client: pg.Client, known: Known): Promise<void> {
  await client.query(
    `insert into installation (key, value) values ('local chain', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(known)],
  )
}
