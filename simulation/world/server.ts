import type { Chain } from '../../apps/server/src/chain/chain.ts'
import { openSettings } from '../../apps/server/src/chain/fingerprint.ts'
import { asApplication, openDatabase, openPool, type Database } from '../../apps/server/src/db/database.ts'
import { openDepositAddresses, type DepositAddresses } from '../../apps/server/src/deposits/deposit-addresses.ts'
import { issueAfterAbsence } from '../../apps/server/src/deposits/pre-issue-addresses.ts'
import { openLedger, type Ledger } from '../../apps/server/src/ledger/batch.ts'
import { actIn } from '../../apps/server/src/members/audit.ts'
import type { OperatorContext } from '../../apps/server/src/operator/context.ts'
import type { SenderContext } from '../../apps/server/src/payouts/sender.ts'
import { makeKeyring, type Keyring } from '../../apps/server/src/secrets/keyring.ts'
import { testSettings } from '../../apps/server/src/testing/settings.ts'

/** The parts of one server that have to do with money, without its timers: the simulation says when they act. */
export type Server = {
  db: Database
  ledger: Ledger
  chain: Chain
  addresses: DepositAddresses
  keyring: Keyring
  /** What the payout worker works with. */
  sending: SenderContext
  /** What the console works with. */
  console: OperatorContext
  stop: () => Promise<void>
}

const SWEEPS = { addressesMax: 8, minUnits: 1n, everyMs: 0 }
const PACE = { stuckMs: 60_000, resendMs: 0 }

export async function startServer(ownerUrl: string, chain: Chain): Promise<Server> {
  const databaseUrl = asApplication(ownerUrl)
  const pool = openPool(databaseUrl, 6)
  const db = openDatabase(pool)
  const ledger = openLedger(databaseUrl)
  const keyring = makeKeyring(testSettings({}).secret ?? '')
  const addresses = await openDepositAddresses({ db, keyring }, await openSettings(db, chain))
  await issueAfterAbsence({ db, addresses })
  return {
    db,
    ledger,
    chain,
    addresses,
    keyring,
    sending: { db, ledger, chain, pace: PACE, sweeps: SWEEPS, addressAgeHours: 0 },
    console: { db, act: actIn(db), ledger, chain } as unknown as OperatorContext,
    stop: async () => {
      await ledger.stop()
      await pool.end()
    },
  }
}
