import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { toDollars, WIRE_MAX } from '@trefoil/core/money'
import { leftToday } from '@trefoil/core/payouts/vault-room'
import type { Chain } from '../chain/chain.ts'

/** In dollars. The limits are missing where the vault has none, or none that anything could reach. */
export type VaultFigures = { float?: number; per_payment?: number; per_day?: number; left_today?: number }

/** Reported by the payout worker, so that the console need not ask the chain. */
export async function readVaultFigures(chain: Chain): Promise<VaultFigures> {
  const [{ balance }, limits] = await Promise.all([chain.vaultState(), chain.vaultLimits()])
  return {
    ...figure(chain, 'float', balance),
    ...(limits && {
      ...figure(chain, 'per_payment', limits.perPayment),
      ...figure(chain, 'per_day', limits.perDay),
      ...figure(chain, 'left_today', leftToday(limits, Date.now())),
    }),
  }
}

function figure(chain: Chain, name: keyof VaultFigures, tokens: bigint): VaultFigures {
  const { credited } = receivedFrom(tokens, chain.decimals)
  return credited > WIRE_MAX ? {} : { [name]: toDollars(credited) }
}
