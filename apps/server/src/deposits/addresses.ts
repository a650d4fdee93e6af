import type { ReplyOf } from '@trefoil/contract/route'
import type { generateWallet } from '@trefoil/contract/wallet'
import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { ScanContext } from './context.ts'
import type { Turn } from './deposit-addresses.ts'

const VALID_MINUTES = 60

type Issued = {
  address: string
  index: string
  turn: number
  expires_at: Date
  seconds: number
  isValid: boolean
  received: boolean
}

/**
 * The member's current address: the same one while it is valid, renewed if it never received anything, otherwise a new
 * one. Concurrent requests get the same address, because a turn has one address.
 */
export async function currentAddress(
  { db, chain, addresses }: ScanContext,
  member: MemberId,
): Promise<ReplyOf<typeof generateWallet>['data']> {
  await refuseBeforeFirstScan(db, chain)
  const theirs = { member, setting: addresses.current }
  let latest = await findLatest(db, theirs)
  if (!latest?.isValid) {
    if (latest && !latest.received) await renew(db, { ...theirs, turn: latest.turn })
    else await issue({ db, addresses }, { ...theirs, turn: latest ? latest.turn + 1 : 0 })
    latest = await findLatest(db, theirs)
  }
  if (!latest) throw new Error(`Member ${member} was issued no address`)
  return {
    wallet_address: latest.address,
    expires_in: inWords(latest.seconds),
    expires_at: latest.expires_at.toISOString(),
    parameters: { ...chain.depositParameters, index: latest.index },
  }
}

/** Deposits before the scanner's first block would never be seen. */
async function refuseBeforeFirstScan(db: Database, chain: Chain): Promise<void> {
  const scan = await db.selectFrom('scan').select('chain_id').where('chain_id', '=', chain.id).executeTakeFirst()
  if (!scan)
    throw new Refusal('busy', 'Deposits are being set up. Please try again in a moment.', {
      name: 'deposits_being_set_up',
    })
}

/**
 * Of those that received nothing the first: no member is shown one that a restored database would not watch. Addresses of
 * former contracts are watched, and handed out no more.
 */
async function findLatest(db: Database, { member, setting }: Omit<Turn, 'turn'>): Promise<Issued | undefined> {
  const { rows } = await sql<Issued>`
    select address, index, turn, expires_at, extract(epoch from expires_at - now())::float8 as seconds,
      expires_at > now() as "isValid", received_at is not null as received
    from deposit_address where member_id = ${member} and setting = ${setting}
    order by expires_at > now() desc, received_at is null desc, case when received_at is null then turn end,
      turn desc limit 1`.execute(db)
  return rows[0]
}

const renew = (db: Database, { member, setting, turn }: Turn) =>
  db
    .updateTable('deposit_address')
    .set({ expires_at: EXPIRY })
    .where('member_id', '=', member)
    .where('setting', '=', setting)
    .where('turn', '=', turn)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()

async function issue({ db, addresses }: Pick<ScanContext, 'db' | 'addresses'>, place: Turn): Promise<void> {
  const computed = addresses.compute(place)
  if (!computed) throw new Error(`There is no turn ${place.turn}`)
  const { member, setting, turn } = place
  await db
    .insertInto('deposit_address')
    .values({ ...computed, member_id: member, setting, turn, expires_at: EXPIRY })
    // Pre-issued, or issued by a concurrent request. Without a target: either of two unique keys may notice first.
    .onConflict((taken) => taken.doNothing())
    .execute()
  await renew(db, place)
}

const EXPIRY = sql<Date>`now() + ${sql.lit(`${VALID_MINUTES} minutes`)}::interval`

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 1) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return 'less than a minute'
}
