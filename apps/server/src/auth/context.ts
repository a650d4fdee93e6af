import type { PasscodeCost } from '@trefoil/core/identity/passcode'
import type { LevelLimits } from '@trefoil/core/payouts/level-limits'
import type { Database } from '../db/database.ts'
import type { AccessTokens } from '../http/access-token.ts'
import type { Limits } from '../http/limits.ts'
import type { RelyingParty } from '../members/relying-party.ts'
import type { Screening } from '../screening/screening.ts'
import type { Keyring } from '../secrets/keyring.ts'

export type AuthContext = {
  db: Database
  keyring: Keyring
  limits: Limits
  tokens: AccessTokens
  relyingParty: RelyingParty | undefined
  screening?: Screening | undefined
  levelLimits?: LevelLimits | undefined
  /** Cost of each hash of a passcode; without it, the cost of an installation. */
  passcodeCost?: PasscodeCost | undefined
}
