import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { Limits } from '../http/limits.ts'
import type { Keyring } from '../secrets/keyring.ts'

export type SupportContext = { db: Database; keyring: Keyring; chain: Chain; limits: Limits; confirmations: number }
