import type { Address } from '../chain/chain.ts'
import { readFormer, openSettings } from '../chain/fingerprint.ts'
import type { JoinPlace } from '../chain/local.ts'
import { startChain, type StartedChain } from '../chain/start-chain.ts'
import type { Database } from '../db/database.ts'
import type { ChainSettings } from '../env.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { openDepositAddresses, type DepositAddresses } from './deposit-addresses.ts'

export type StartedWallet = StartedChain & { addresses: DepositAddresses }

/** The configured chain, if it is the one that the database belongs to, and the deposit addresses on it. */
export async function startWallet(
  { db, keyring }: { db: Database; keyring: Keyring },
  settings: ChainSettings,
  place: JoinPlace,
): Promise<StartedWallet> {
  const started = await startChain(settings, place, await readFormer(db), await readSigners(db))
  try {
    const kept = await openSettings(db, started.chain)
    return { ...started, addresses: await openDepositAddresses({ db, keyring }, kept) }
  } catch (error) {
    await started.chain.close()
    throw error
  }
}

/** One that was stopped, such as the one before, comes first. */
async function readSigners(db: Database): Promise<Address[]> {
  const rows = await db
    .selectFrom('signer')
    .select('address')
    .orderBy((signer) => signer('stopped', 'is', null))
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address as Address)
}
