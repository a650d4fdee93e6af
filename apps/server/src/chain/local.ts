import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LOCKS } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { ChainTrouble, type Hex } from './chain.ts'
import { deployLocally } from './local-deploy.ts'
import { hostLocalChain, type ChainPast } from './local-host.ts'
import { createJournal, openJournal, readGenesis } from './local-journal.ts'
import { localIdentity, localKeys } from './local-keys.ts'
import { httpProvider, insideProvider, type Provider } from './rpc.ts'
import { serveRpc } from './rpc-server.ts'

export type LocalChain = {
  provider: Provider
  seed: Hex
  /** Present for a new chain that begins in the past. */
  past: ChainPast | undefined
  /** Also stops the chain if it runs in this process. Other processes that use it take over. */
  stop: () => Promise<void>
}

/** `since`: when a new chain begins, in seconds; now by default. */
export type LocalPlace = { databaseUrl: string; dataDir: string; since?: number | undefined }
type Place = LocalPlace
type Joined = {
  request: Provider['request']
  seed: Hex
  past?: ChainPast | undefined
  lost: Promise<unknown>
  leave(): Promise<void>
}
/** What the database remembers. Not the seed: keys do not belong there, not even worthless ones. */
type Known = { identity: string; port: number }

const JOIN_TIMEOUT_MS = 30_000
const RETRY_MS = 50

/**
 * The demo's chain. One of the processes that share the database runs it; if that one dies, another rebuilds it from
 * the journal. The database remembers which chain it belongs to: with another chain, credited deposits would be
 * credited again and new ones taken for old.
 */
export async function joinLocalChain(place: Place): Promise<LocalChain> {
  let isStopped = false
  let joined = await joinOnce(place, () => isStopped)
  let rejoining: Promise<void> | undefined

  const rejoin = () => {
    rejoining ??= (async () => {
      await joined.leave()
      joined = await joinOnce(place, () => isStopped)
      watch()
    })()
      .catch(() => undefined)
      .finally(() => (rejoining = undefined))
    return rejoining
  }
  const watch = () => void joined.lost.then(() => (isStopped ? undefined : rejoin()))
  watch()

  return {
    seed: joined.seed,
    past: joined.past,
    provider: insideProvider('local chain', async (method, params) => {
      await rejoining
      try {
        return await joined.request(method, params)
      } catch (error) {
        if (!(error instanceof ChainTrouble) || error.kind !== 'unreachable' || isStopped) throw error
        await rejoin()
        // Requests are repeated after a reconnect, except one that may already have had its effect.
        if (method === 'eth_sendRawTransaction') throw error
        return joined.request(method, params)
      }
    }),
    async stop() {
      isStopped = true
      await rejoining
      await joined.leave()
    },
  }
}

async function joinOnce(place: Place, isStopped: () => boolean): Promise<Joined> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS
  while (!isStopped() && Date.now() < deadline) {
    const found = (await becomeHost(place)) ?? (await becomeGuest(place))
    if (found) return found
    await sleep(RETRY_MS)
  }
  throw new StartError('The local chain did not start in time.')
}

/** A connection holds the lock, so that the database frees it when this process dies. */
async function becomeHost({ databaseUrl, dataDir, since }: Place): Promise<Joined | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'trefoil local chain' })
  const lost = new Promise((resolve) => client.once('end', resolve))
  client.on('error', () => undefined)
  await client.connect()
  const closers: (() => Promise<unknown>)[] = [() => client.end().catch(() => undefined)]
  const leave = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [
      LOCKS.space,
      LOCKS.localChain,
    ])
    if (!rows[0]?.mine) {
      await leave()
      return undefined
    }
    const known = await readKnown(client)
    const { journal, file, identity } = known ? existing(dataDir, known) : fresh(dataDir, since)
    const host = await hostLocalChain(journal, { file, beginsInPast: !known && since !== undefined })
    closers.push(host.stop)
    const { seed } = journal.genesis
    await deployLocally(insideProvider('local chain', host.request), seed)
    // Wallets configured with the old port keep working, unless the port is taken.
    const server = await serveRpc(host.request, { port: known?.port ?? 0 }).catch(() => serveRpc(host.request))
    closers.push(server.close)
    await writeKnown(client, { identity, port: server.port })
    return { request: host.request, seed, past: host.past, lost, leave }
  } catch (error) {
    await leave()
    throw error
  }
}

async function becomeGuest({ databaseUrl, dataDir }: Place): Promise<Joined | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'trefoil local chain' })
  client.on('error', () => undefined)
  await client.connect()
  const known = await readKnown(client).finally(() => void client.end())
  if (!known) return undefined
  const { seed } = genesisOf(dataDir, known)
  const { request } = httpProvider(`http://127.0.0.1:${known.port}`)
  // Another program may use the port by now. Only our chain has our contracts.
  const isOurs = await request('eth_getCode', [localKeys(seed).contracts.vault, 'latest']).then(
    (code) => code !== '0x',
    () => false,
  )
  return isOurs ? { request, seed, lost: new Promise(() => undefined), leave: async () => undefined } : undefined
}

/** One file per chain, so that two databases in one folder do not share a chain. */
const fileOf = (dataDir: string, identity: string) => join(dataDir, `chain-${identity}.journal`)

function fresh(dataDir: string, since = Math.floor(Date.now() / 1000)) {
  const seed: Hex = `0x${randomBytes(32).toString('hex')}`
  const identity = localIdentity(seed)
  mkdirSync(dataDir, { recursive: true })
  createJournal(fileOf(dataDir, identity), { seed, time: since })
  return existing(dataDir, { identity })
}

function existing(dataDir: string, { identity }: { identity: string }) {
  const file = fileOf(dataDir, identity)
  const journal = openJournal(file)
  if (!journal) throw historyIsGone(file)
  return { journal, file, identity }
}

function genesisOf(dataDir: string, { identity }: { identity: string }) {
  const genesis = readGenesis(fileOf(dataDir, identity))
  if (!genesis) throw historyIsGone(fileOf(dataDir, identity))
  return genesis
}

const historyIsGone = (file: string) =>
  new StartError(
    `The history of the local chain in ${file} is gone or damaged, and the database cannot go on without it: ` +
      'deleting the data folder (and the database, if it is elsewhere) starts over.',
  )

async function readKnown(client: pg.Client): Promise<Known | undefined> {
  const { rows } = await client.query<{ value: Known }>(`select value from installation where key = 'local chain'`)
  return rows[0]?.value
}

async function writeKnown(client: pg.Client, known: Known): Promise<void> {
  await client.query(
    `insert into installation (key, value) values ('local chain', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(known)],
  )
}
