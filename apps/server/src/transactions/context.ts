import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'

export type TransactionContext = { db: Database; keyring: Keyring; chain: Chain; confirmations: number }
