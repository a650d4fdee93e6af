import type { ReplyOf } from '@trefoil/contract/route'
import type { generateWallet } from '@trefoil/contract/wallet'
import type { MemberId } from '@trefoil/core/ledger/account'
import { depositIndex } from '@trefoil/core/deposits/deposit-index'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'

const VALID_MINUTES = 60

type Issued = { address: string; turn: number; expires_at: Date; seconds: number; isValid: boolean; received: boolean }

/**
 * The member's current address: the same one while it is valid, renewed if it never received anything, otherwise a new
 * one. Concurrent requests get the same address, because a turn has one address.
 */
export async function currentAddress(
  { db, chain }: { db: Database; chain: Chain },
  member: MemberId,
): Promise<ReplyOf<typeof generateWallet>['data']> {
  await refuseBeforeFirstScan(db, chain)
  let latest = await findLatest(db, member)
  if (!latest?.isValid) {
    if (latest && !latest.received) await renew(db, member, latest.turn)
    else await issue({ db, chain }, member, latest ? latest.turn + 1 : 0)
    latest = await findLatest(db, member)
  }
  if (!latest) throw new Error(`Member ${member} was issued no address`)
  return {
    wallet_address: latest.address,
    expires_in: inWords(latest.seconds),
    expires_at: latest.expires_at.toISOString(),
    parameters: { ...chain.depositParameters, index: depositIndex(member, latest.turn) },
  }
}

/** Deposits before the scanner's first block would never be seen. */
async function refuseBeforeFirstScan(db: Database, chain: Chain): Promise<void> {
  const scan = await db.selectFrom('scan').select('chain_id').where('chain_id', '=', chain.id).executeTakeFirst()
  if (!scan) throw new Refusal('busy', 'Deposits are being set up. Please try again in a moment.')
}

async function findLatest(db: Database, member: MemberId): Promise<Issued | undefined> {
  const { rows } = await sql<Issued>`
    select address, turn, expires_at, extract(epoch from expires_at - now())::float8 as seconds,
      expires_at > now() as "isValid", received_at is not null as received
    from deposit_address where member_id = ${member} order by expires_at > now() desc, turn desc limit 1`.execute(db)
  return rows[0]
}

const renew = (db: Database, member: MemberId, turn: number) =>
  db
    .updateTable('deposit_address')
    .set({ expires_at: EXPIRY })
    .where('member_id', '=', member)
    .where('turn', '=', turn)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()

async function issue({ db, chain }: { db: Database; chain: Chain }, member: MemberId, turn: number): Promise<void> {
  const address = chain.depositAddress(depositIndex(member, turn))
  await db
    .insertInto('deposit_address')
    .values({ address, member_id: member, turn, expires_at: EXPIRY })
    // Pre-issued, or issued by a concurrent request.
    .onConflict((taken) =>
      taken
        .constraint('one_address_per_turn')
        .doUpdateSet({ expires_at: EXPIRY })
        .where('deposit_address.expires_at', '<=', sql<Date>`now()`),
    )
    .execute()
}

const EXPIRY = sql<Date>`now() + ${sql.lit(`${VALID_MINUTES} minutes`)}::interval`

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 1) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return 'less than a minute'
}
