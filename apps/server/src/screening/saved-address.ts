import type { OwnerId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { Address } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { mailOperators } from '../members/mail-operators.ts'
import { recordHit } from './hits.ts'
import type { Screening } from './screening.ts'

/** `amount`: what is credited from there at once, unlike what is paid there later. */
export type ScreenedAddress = { owner: OwnerId; address: Address; amount?: Usd }

type Context = { db: Database; screening?: Screening | undefined }

/**
 * Without an answer an address can be saved: nothing is paid there before there is one. But nothing is credited either,
 * because that could be spent at once. The sentence about a hit does not say why, because whoever is suspected must not
 * learn of it from us.
 */
export async function refuseListed(
  { db, screening }: Context,
  { owner, address, amount }: ScreenedAddress,
): Promise<void> {
  const verdict = await screening?.screen(db, { moment: 'address', address, owner, amount: amount ?? null })
  if (verdict?.kind === 'unanswered' && amount !== undefined)
    throw new Refusal('busy', 'Screening does not answer about the sender right now: try again in a moment.')
  if (verdict?.kind !== 'hit') return
  const { provider, reason } = verdict
  const isReleased = await db.transaction().execute(async (tx) => {
    const hit = await recordHit(tx, { moment: 'address', owner, address, provider, reason, amount: null })
    if (hit.isNew) await mailOperators(tx, { kind: 'screening waits', facts: { hit: hit.id, moment: 'address' } })
    return hit.state === 'released'
  })
  if (!isReleased)
    throw new Refusal('invalid_address', 'This address cannot be used here. Write to us if you think it should be.', {
      name: 'unusable_address',
    })
}
