import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { readSigner } from './signer.ts'

type Context = { db: Database; chain: Chain }

/**
 * How many transactions of the signer a node has that the database does not know. One may be a payment that it has
 * forgotten, so nothing is given back meanwhile. Or a provider makes it up, and nothing is given back for as long.
 */
export async function countUnknownSent({ db, chain }: Context): Promise<number> {
  const pending = await chain.pendingNonce()
  const latest = await chain.nonceAt('latest')
  // Read last: what we send is stored before.
  const { nextNonce } = await readSigner(db, chain)
  return Math.max(0, pending - Math.max(latest, Number(nextNonce)))
}

/** For health: how many, and for how many seconds there have been some. */
export type UnknownSent = { unknown?: number; unknown_seconds?: number }

export function watchUnknownSent(): (context: Context, now?: number) => Promise<UnknownSent> {
  let since: number | undefined
  return async (context, now = Date.now()) => {
    const unknown = await countUnknownSent(context)
    since = unknown > 0 ? (since ?? now) : undefined
    return since === undefined ? {} : { unknown, unknown_seconds: Math.floor((now - since) / 1000) }
  }
}

/** What was sent is included or dropped by then. */
const PERSISTS_SECONDS = 300

/** `undefined`: none, or not for long. */
export function describeUnknownSent({ unknown = 0, unknown_seconds = 0 }: UnknownSent): string | undefined {
  if (unknown === 0 || unknown_seconds < PERSISTS_SECONDS) return undefined
  const which = unknown === 1 ? 'a transaction' : `${unknown} transactions`
  return (
    `for ${Math.floor(unknown_seconds / 60)} minutes, a provider has shown ${which} of the signer that we did not send: ` +
    'no withdrawal can be cancelled or refused until it does not'
  )
}
