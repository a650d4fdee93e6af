import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { DepositAddresses } from './deposit-addresses.ts'

export type ScanContext = { db: Database; chain: Chain; addresses: DepositAddresses }
