import type { Chain } from './chain/chain.ts'
import { chainHealth } from './chain/health.ts'
import type { HealthParts } from './db/worker-status.ts'
import { scannerHealth, unmatchedTransfersHealth } from './deposits/health.ts'
import { invariantsHealth } from './ledger/findings.ts'
import { postingHealth } from './ledger/posting-stop.ts'
import { mailHealth } from './mail/health.ts'
import { identitiesHealth } from './members/identities-health.ts'
import { payoutsHealth } from './payouts/health.ts'
import { leftOnHoldHealth, screeningHealth } from './screening/health.ts'
import type { Screening } from './screening/screening.ts'
import { epochsHealth } from './proofs/epochs/health.ts'
import { logHealth } from './proofs/log/builder.ts'
import { reservesHealth } from './reserves/reconciler.ts'
import { webhooksHealth } from './webhooks/health.ts'

/** What `/api/health` has a word for. Except for the chain, every process finds the same in the database. */
export const healthParts = ({ chain, screening }: { chain: Chain; screening: Screening | undefined }): HealthParts => ({
  ledger: invariantsHealth,
  posting: postingHealth,
  chain: async () => chainHealth(chain),
  scanner: scannerHealth,
  unmatched_transfers: unmatchedTransfersHealth,
  payouts: payoutsHealth,
  reserves: reservesHealth,
  log: logHealth,
  epochs: epochsHealth,
  mail: mailHealth,
  identities: identitiesHealth,
  webhooks: webhooksHealth,
  screening: screening ? screeningHealth : leftOnHoldHealth,
})
