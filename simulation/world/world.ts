import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool, type Pool } from '../../apps/server/src/db/database.ts'
import { startEmbedded, type EmbeddedServer } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { openChain } from '../../apps/server/src/chain/open.ts'
import { serveRpc, type RpcServer } from '../../apps/server/src/chain/rpc-server.ts'
import type { Chain } from '../../apps/server/src/chain/chain.ts'
import type { Actor } from '../../apps/server/src/operator/context.ts'
import { createDatabase, UNHURRIED } from '../../apps/server/src/testing/databases.ts'
import { makeChain, type TestChain } from '../../apps/server/src/testing/make-chain.ts'
import { diceFrom, type Dice } from '../dice.ts'
import { newModel, type Intent, type Model } from '../model/model.ts'
import { addMember, createInstallation } from './installation.ts'
import { openProviders, type Providers } from './providers.ts'
import { rawChain, type RawChain } from './raw-chain.ts'
import { startServer, type Server } from './server.ts'

/** Blocks this deep are final; reorganisations are at most as deep. */
export const FINALITY = 4
/** In memory where there is such a folder: a killed process loses nothing there, and nothing waits for a disk. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const SERVERS = 2
/** Of the vault, with every second seed. */
const LIMITS = { perPayment: 5000n * 10n ** 18n, perDay: 20_000n * 10n ** 18n }
const MEMBERS = 16

/** Everything of one run: real PostgreSQL, a real EVM, two servers, and what they should come to. */
export type World = {
  dice: Dice
  postgres: EmbeddedServer
  folder: string
  chain: TestChain
  raw: RawChain
  providers: Providers
  /** For other processes. */
  rpc: RpcServer
  /** As servers see it: through the providers. */
  view: Chain
  /** The database in use. A restore changes it. */
  database: { url: string; name: string; owner: Pool }
  servers: Server[]
  operators: [Actor, Actor]
  model: Model
  /** Deposit addresses that members were shown, in lower case, with their member. Restores do not take them back. */
  deposits: Map<string, number>
  /** Of members whom a restore has lost, and what they had received by then. */
  lost: { addresses: Set<string>; logs: Set<string> }
  /** What should at most arrive at each address that was named in a withdrawal, in lower case. */
  payees: Map<string, Payee>
  /** What the vault's owner took, by its address in lower case. */
  taken: Map<string, bigint>
  saved: Saved[]
  /** Two-person proposals that wait for the second. */
  proposals: Proposal[]
  /** Requests so far: each has a key of its own. */
  keys: number
  databases: number
  turns: number
  /** How many journals of each kind were explained, over all databases. */
  explained: Record<string, number>
}

/** `intent`: what it would do to money, if anything. */
export type Proposal = { id: number; intent?: Intent }

/** `isSaved`: as the member's own. `isApproved`: an operator was asked to. */
export type Payee = { member: number; amount: bigint; isSaved: boolean; isApproved: boolean }

/** A backup or a standby, and what the model was at that moment. `restore` answers the URL of a database. */
export type Saved = { model: Model; isBackup: boolean; restore: (world: World) => Promise<string> }

type Place = { folder: string; postgres: EmbeddedServer }

export async function openWorld(seed: number): Promise<World> {
  const folder = await mkdtemp(join(SCRATCH, 'trefoil-simulation-'))
  const place = { folder, postgres: await startEmbedded({ dataDir: folder, log: () => {} }) }
  try {
    return await makeWorld(seed, place)
  } catch (error) {
    await leave(place)
    throw error
  }
}

async function makeWorld(seed: number, { folder, postgres }: Place): Promise<World> {
  const chain = await makeChain({ finalityDepth: FINALITY, ...(seed % 2 === 1 && { limits: LIMITS }) })
  const providers = openProviders(chain.request)
  const name = 'simulated-0'
  const url = await createDatabase(postgres.url, { name })
  await migrate(url)
  const world: World = {
    dice: diceFrom(seed),
    postgres,
    folder,
    chain,
    raw: rawChain(chain),
    providers,
    rpc: await serveRpc(providers.honest),
    view: openChain({ ...chain.facts, providers: providers.list }),
    database: { url, name, owner: openPool(url, 2, UNHURRIED) },
    servers: [],
    operators: [nobody, nobody],
    model: newModel(),
    deposits: new Map(),
    lost: { addresses: new Set(), logs: new Set() },
    payees: new Map(),
    taken: new Map(),
    saved: [],
    proposals: [],
    keys: 0,
    databases: 1,
    turns: 0,
    explained: {},
  }
  await startServers(world)
  const context = { ...serverOf(world), owner: world.database.owner }
  const ids = await createInstallation(context, world.model)
  world.operators = ids.map((operator) => ({ ...nobody, operator })) as [Actor, Actor]
  for (let count = 0; count < MEMBERS; count += 1) await addMember(context, world.model, somebody(world))
  return world
}

const nobody: Actor = { operator: 0, address: null, agent: null }

export async function startServers(world: World): Promise<void> {
  const starting = Array.from({ length: SERVERS }, () => startServer(world.database.url, world.view))
  world.servers = await Promise.all(starting)
}

export async function stopServers(world: World): Promise<void> {
  await Promise.all(world.servers.map(({ stop }) => stop()))
  world.servers = []
}

/** As far as it can be closed: a run may have ended anywhere. */
export async function closeWorld(world: World): Promise<void> {
  const { database, chain, rpc } = world
  for (const close of [() => stopServers(world), () => database.owner.end(), chain.stop, rpc.close])
    await close().catch(() => undefined)
  await leave(world)
}

async function leave({ folder, postgres }: Place): Promise<void> {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** In turn, as a load balancer does it. Not by dice: how often it is asked depends on time. */
export function serverOf(world: World): Server {
  const server = world.servers[(world.turns += 1) % world.servers.length]
  if (!server) throw new Error('No server runs')
  return server
}

export function somebody({ model, dice }: World): number {
  const id = dice.pick([...model.members.keys()])
  if (id === undefined) throw new Error('There is nobody')
  return id
}
