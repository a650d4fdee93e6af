import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'

export type ScanContext = { db: Database; chain: Chain }
