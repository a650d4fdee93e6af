import type { Caller } from '../http/guard.ts'
import type { Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import type { HealthParts } from '../db/worker-status.ts'
import type { Settings } from '../env.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { AuditEntry } from '../members/audit.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** What the console works with. */
export type OperatorContext = {
  db: Database
  ledger: Ledger
  chain: Chain
  keyring: Keyring
  settings: Settings
  parts: HealthParts
}

/** Who acts and from where: the first half of every line in the audit log. */
export type Actor = Pick<AuditEntry, 'operator' | 'address' | 'agent'>

export const actorOf = (call: { caller: Caller; address: string; agent: string | undefined }): Actor => ({
  operator: call.caller.accountId,
  address: call.address,
  agent: call.agent ?? null,
})

/** One transaction with the audit line in it. */
export const inTransaction = <Result>(db: Database, act: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(act)
