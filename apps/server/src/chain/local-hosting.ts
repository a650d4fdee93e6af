import { closeClient } from '../db/connection.ts'
import { LOCKS } from '../db/database.ts'
import type { Hex } from './chain.ts'
import { deployLocally } from './local-deploy.ts'
import { hostLocalChain, type ChainPast, type LocalHost } from './local-host.ts'
import { connectTo, newHistory, openHistory, readKnown, writeKnown, type LocalPlace } from './local-place.ts'
import { insideProvider } from './rpc.ts'
import { serveRpc } from './rpc-server.ts'

export type Hosted = {
  request: LocalHost['request']
  seed: Hex
  past: ChainPast | undefined
  /** Resolves if the chain has to be given up. */
  lost: Promise<unknown>
  leave(): Promise<void>
}

/**
 * Runs the chain in this process, unless another one does. A connection holds the lock, so that the database frees it
 * when this process dies: there is never a second one that writes the journal.
 */
export async function hostHere(place: LocalPlace): Promise<Hosted | undefined> {
  const client = await connectTo(place)
  const lost = new Promise((resolve) => client.once('end', resolve))
  const closers: (() => Promise<unknown>)[] = [() => closeClient(client)]
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
    const { journal, file, identity } = known ? openHistory(place, known) : newHistory(place)
    const host = await hostLocalChain(journal, { file, beginsInPast: !known && place.since !== undefined })
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
