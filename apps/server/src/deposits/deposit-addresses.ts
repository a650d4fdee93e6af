import { createHmac, type KeyObject } from 'node:crypto'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Address, Hex } from '../chain/chain.ts'
import { depositAddresses } from '../chain/deposit-address.ts'
import type { KeptSetting } from '../chain/fingerprint.ts'
import type { Database } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { openDepositKey } from './deposit-key.ts'

/** The member's nth address, from 0, with the contracts of that chain setting. */
export type Turn = { member: MemberId; setting: number; turn: number }
type Computed = { index: Hex; address: Address }

export type DepositAddresses = {
  /** The chain setting in force: members are given addresses of this one. */
  current: number
  /** Every setting that addresses were ever issued under: all of them are watched forever. */
  settings: readonly number[]
  /** `undefined`: there never was such a turn. */
  compute: (turn: Turn) => Computed | undefined
}

/** Of addresses from before indices were keyed: they have the contracts of setting 1, and an index that can be counted. */
const COUNTED = 0
const COUNTED_TURNS = 65_536
/** Left by the migration where such addresses may have been issued. */
const COUNTED_FACT = 'counted addresses'

/**
 * Computes members' addresses. A database restored from an old backup issues the same addresses to the same members
 * again; without the key nobody can tell which addresses are ours, or which is a member's next.
 */
export async function openDepositAddresses(
  { db, keyring }: { db: Database; keyring: Keyring },
  settings: readonly KeptSetting[],
): Promise<DepositAddresses> {
  const [first] = settings
  const current = settings.at(-1)
  if (!first || !current) throw new Error('No chain setting is kept yet')
  const key = await openDepositKey(db, keyring)
  const counted = await db.selectFrom('installation').select('key').where('key', '=', COUNTED_FACT).executeTakeFirst()
  const makers = new Map(settings.map((setting) => [setting.number, keyedMaker(key, setting)]))
  if (counted) makers.set(COUNTED, countedMaker(first))
  return {
    current: current.number,
    settings: [...makers.keys()],
    compute: (turn) => makers.get(turn.setting)?.(turn),
  }
}

export function addressOf({ compute }: DepositAddresses, turn: Turn): Address {
  const computed = compute(turn)
  if (!computed) throw new RangeError(`Setting ${turn.setting} has no turn ${turn.turn}`)
  return computed.address
}

type Maker = (turn: Turn) => Computed | undefined

/** A sweep shows its indices to everybody: bound to the contracts, they tell nothing of addresses under others. */
function keyedMaker(key: KeyObject, setting: KeptSetting): Maker {
  const at = depositAddresses(setting)
  const { factory, treasury } = setting
  return ({ member, turn }) => {
    const digest = createHmac('sha256', key).update(`${factory} ${treasury} ${member} ${turn}`).digest('hex')
    return { index: `0x${digest}`, address: at(`0x${digest}`) }
  }
}

function countedMaker(setting: KeptSetting): Maker {
  const at = depositAddresses(setting)
  return ({ member, turn }) => {
    if (turn >= COUNTED_TURNS) return undefined
    const index: Hex = `0x${(member * COUNTED_TURNS + turn).toString(16).padStart(64, '0')}`
    return { index, address: at(index) }
  }
}
