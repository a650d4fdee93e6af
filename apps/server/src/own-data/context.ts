import type { AuthContext } from '../auth/context.ts'
import type { Ledger } from '../ledger/batch.ts'

export type OwnDataContext = AuthContext & { ledger: Ledger }
