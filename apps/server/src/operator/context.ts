import type { Caller } from '../http/guard.ts'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { HealthParts } from '../db/worker-status.ts'
import type { Settings } from '../env.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import type { Verdict } from '../ledger/check.ts'
import { verifyInFull } from '../ledger/verify.ts'
import { actIn, type Act, type AuditEntry } from '../members/audit.ts'
import { refuseListed, type ScreenedAddress } from '../screening/saved-address.ts'
import type { Screening } from '../screening/screening.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { withdrawalDecisions, type WithdrawalDecisions } from '../payouts/decide.ts'

/** What the console works with. Nothing here changes anything without an audit entry. */
export type OperatorContext = {
  /** Read-only: the database refuses writes. */
  db: Database
  act: Act
  ledger: AuditedLedger
  withdrawals: WithdrawalDecisions
  /** Checks every invariant and records the result; `undefined` if another server is doing so. */
  verify(): Promise<Verdict[] | undefined>
  chain: Chain
  keyring: Keyring
  settings: Settings
  parts: HealthParts
  /** Refuses an address that screening has a hit on, and while nobody answers about it, an amount from there. */
  screenAddress?(saved: ScreenedAddress): Promise<void>
}

/** What proposals are opened and carried out with. */
export type ProposalContext = Pick<OperatorContext, 'db' | 'act' | 'ledger' | 'chain' | 'screenAddress'> & {
  settings: Pick<Settings, 'production'>
}

/** Accepts only orders with an audit entry, which the batch writes. */
type AuditedLedger = {
  post<Order extends AnyOrder & { readonly audit: AuditEntry }, Reply extends object, Note>(
    operation: LedgerOperation<Order, Reply, Note>,
    order: Order,
  ): Promise<Reply>
}

type Parts = Pick<OperatorContext, 'chain' | 'keyring' | 'settings' | 'parts'> & {
  db: Database
  readOnly: Database
  ledger: Ledger
  screening?: Screening | undefined
}

/** The writable database does not leave this function. */
export const operatorContext = ({
  db,
  readOnly,
  ledger,
  chain,
  keyring,
  settings,
  parts,
  screening,
}: Parts): OperatorContext => ({
  db: readOnly,
  act: actIn(db),
  ledger,
  withdrawals: withdrawalDecisions({ db, ledger, chain }),
  verify: () => verifyInFull(db),
  chain,
  keyring,
  settings,
  parts,
  screenAddress: (saved) => refuseListed({ db, screening }, saved),
})

/** Who acts and from where: part of every audit entry. */
export type Actor = Pick<AuditEntry, 'operator' | 'address' | 'agent' | 'requestId'>

type Call = { caller: Caller; address: string; agent: string | undefined; requestId: string }

export const actorOf = (call: Call): Actor => ({
  requestId: call.requestId,
  operator: call.caller.accountId,
  address: call.address,
  agent: call.caller.apiKey ? `API key ${call.caller.apiKey.id}, ${call.caller.apiKey.name}` : (call.agent ?? null),
})
