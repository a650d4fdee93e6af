import { setTimeout as sleep } from 'node:timers/promises'
import { closeClient } from '../db/connection.ts'
import { StartError } from '../start-error.ts'
import { ChainTrouble, type Hex } from './chain.ts'
import { hostApart } from './local-apart.ts'
import type { ChainPast } from './local-host.ts'
import type { Hosted } from './local-hosting.ts'
import { localKeys } from './local-keys.ts'
import { connectTo, genesisOf, readKnown, type LocalPlace } from './local-place.ts'
import { httpProvider, insideProvider, type Provider } from './rpc.ts'

export type LocalChain = {
  provider: Provider
  seed: Hex
  /** Present for a new chain that begins in the past. */
  past: ChainPast | undefined
  /** Also stops the chain if this process runs it. Other processes that use it take over. */
  stop: () => Promise<void>
}

/** `isApart`: whether the chain gets a process of its own, if this one has to run it. */
export type JoinPlace = LocalPlace & { isApart?: boolean }
/** A connection to the chain, whoever runs it. */
type Joined = Hosted

const JOIN_TIMEOUT_MS = 30_000
const RETRY_MS = 50

/**
 * The demo's chain. One of the processes that share the database runs it; if that one dies, another rebuilds it from
 * the journal. The database remembers which chain it belongs to: with another chain, credited deposits would be
 * credited again and new ones taken for old.
 */
export async function joinLocalChain(place: JoinPlace): Promise<LocalChain> {
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

async function joinOnce(place: JoinPlace, isStopped: () => boolean): Promise<Joined> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS
  while (!isStopped() && Date.now() < deadline) {
    const found = (await becomeGuest(place)) ?? (await becomeHost(place))
    if (found) return found
    await sleep(RETRY_MS)
  }
  throw new StartError('The local chain did not start in time.')
}

async function becomeHost({ isApart, ...place }: JoinPlace): Promise<Joined | undefined> {
  if (isApart) return hostApart(place)
  // Loaded when it is needed: it brings the contracts' code.
  const { hostHere } = await import('./local-hosting.ts')
  return hostHere(place)
}

async function becomeGuest(place: LocalPlace): Promise<Joined | undefined> {
  const client = await connectTo(place)
  const known = await readKnown(client).finally(() => void closeClient(client))
  if (!known) return undefined
  const { seed } = genesisOf(place, known)
  const { request } = httpProvider(`http://127.0.0.1:${known.port}`)
  // Another program may use the port by now. Only our chain has our contracts.
  const isOurs = await request('eth_getCode', [localKeys(seed).contracts.vault, 'latest']).then(
    (code) => code !== '0x',
    () => false,
  )
  if (!isOurs) return undefined
  return { request, seed, past: undefined, lost: new Promise(() => undefined), leave: async () => undefined }
}
