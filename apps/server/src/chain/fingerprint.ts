import type { Database, Reader } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import type { Address, Chain } from './chain.ts'
import type { Former } from './open.ts'

/** The chain and the contracts that the books belong to. */
export type ChainSetting = {
  chainId: number
  token: Address
  decimals: number
  factory: Address
  implementation: Address
  treasury: Address
  vault: Address
  /** Null: from before there was one. */
  attestations: Address | null
}
export type KeptSetting = ChainSetting & { number: number }

/** The settings' own names. The implementation is the factory's, and follows from it. */
const NAMES = {
  chainId: 'CHAIN_ID',
  token: 'CHAIN_TOKEN',
  decimals: 'CHAIN_DECIMALS',
  factory: 'CHAIN_FACTORY',
  treasury: 'CHAIN_TREASURY',
  vault: 'CHAIN_VAULT',
  attestations: 'CHAIN_ATTESTATIONS',
} as const satisfies Partial<Record<keyof ChainSetting, string>>

export type Difference = { name: (typeof NAMES)[keyof typeof NAMES]; was: string; is: string }

/** The first start remembers what it finds. Answers every setting there ever was, the oldest first. */
export async function openSettings(db: Database, chain: Chain): Promise<KeptSetting[]> {
  await keepSetting(db, { ...settingOf(chain), number: 1 })
  await addAttestations(db, chain)
  return refuseForeignChain(db, chain)
}

/**
 * On another chain, or beside other contracts, deposits would be credited anew, sweeps go astray, and nothing would be
 * where the books say: better not to begin at all.
 */
export async function refuseForeignChain(db: Reader, chain: Chain): Promise<KeptSetting[]> {
  const kept = await readChainSettings(db)
  const inForce = kept.at(-1)
  const differences = inForce ? differencesBetween(inForce, settingOf(chain)) : []
  if (differences.length > 0)
    throw new StartError(
      `This database belongs to ${differences.map(({ name, was, is }) => `${name} ${was}, not ${is}`).join(', and to ')}: ` +
        'set it back, or let two operators run `npm run trefoil -- chain change`.',
    )
  return kept
}

/** The oldest first; the last one is in force, and the others are former ones. */
export async function readChainSettings(db: Reader): Promise<KeptSetting[]> {
  const rows = await db
    .selectFrom('chain_setting')
    .leftJoin('attestation_contract', 'setting', 'number')
    .select(['number', 'chain_id', 'token', 'decimals', 'factory', 'implementation', 'treasury', 'vault'])
    .select('address as attestations')
    .orderBy('number')
    .execute()
  return rows.map(({ chain_id, ...row }) => ({ ...row, chainId: Number(chain_id) }) as KeptSetting)
}

/** It came later than the others: the first one needs nobody's consent, and a change of it needs two operators'. */
async function addAttestations(db: Database, { attestations }: Chain): Promise<void> {
  const inForce = (await readChainSettings(db)).at(-1)
  if (inForce && attestations) await keepAttestations(db, inForce.number, attestations)
}

const keepAttestations = (db: Reader, setting: number, address: Address) =>
  db
    .insertInto('attestation_contract')
    .values({ setting, address })
    .onConflict((taken) => taken.doNothing())
    .execute()

/** Not the ones in force: what still arrives there, or comes from there, is ours all the same. */
export async function readFormer(db: Reader): Promise<Former> {
  const settings = await readChainSettings(db)
  const inForce = settings.at(-1)
  const of = (part: 'factory' | 'treasury' | 'vault') =>
    [...new Set(settings.map((setting) => setting[part]))].filter((address) => address !== inForce?.[part])
  return { factories: of('factory'), treasuries: of('treasury'), vaults: of('vault') }
}

/** Nothing happens where the number is taken. */
export async function keepSetting(db: Reader, { chainId, attestations, ...setting }: KeptSetting): Promise<void> {
  await db
    .insertInto('chain_setting')
    .values({ ...setting, chain_id: chainId })
    .onConflict((taken) => taken.doNothing())
    .execute()
  if (attestations) await keepAttestations(db, setting.number, attestations)
}

export const settingOf = ({ id, token, decimals, vault, attestations, depositParameters }: Chain): ChainSetting => {
  const { factory, implementation, treasury } = depositParameters
  return { chainId: id, token, decimals, factory, implementation, treasury, vault, attestations }
}

export const differencesBetween = (before: ChainSetting, after: ChainSetting): Difference[] =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((key) => before[key] !== null && before[key] !== after[key])
    .map((key) => ({ name: NAMES[key], was: String(before[key] ?? 'none'), is: String(after[key] ?? 'none') }))
