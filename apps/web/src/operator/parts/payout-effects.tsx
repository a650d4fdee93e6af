import type { dryRunPayout } from '@trefoil/contract/operator/proposals'
import { injectEndpoints } from '../../lib/api.ts'
import { readData, type DataOf } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountEffects } from './account-effects.tsx'
import { effectsCopy } from './effects-copy.ts'
import { Facts } from './facts.tsx'
import { showInstant } from './instants.ts'
import { payoutCopy } from './payout-copy.ts'

const text = payoutCopy

const { useDryRunPayoutQuery } = injectEndpoints((build) => ({
  dryRunPayout: build.query(readData<typeof dryRunPayout>('/operator/payouts/dry-run')),
}))

type DryRun = DataOf<typeof dryRunPayout>

/** `cause`: null for operations, which alone needs an address. */
export type Payout = { cause: number | null; amount: number; address?: string }

/** What a payout would do at this moment, where it would go, and what would keep it waiting. */
export function PayoutEffects({ payout: { cause, amount, address } }: { payout: Payout }) {
  const { currentData, error, isFetching } = useDryRunPayoutQuery(
    cause === null ? { amount, ...(address !== undefined && { address }) } : { cause, amount },
    // Others may have spent it since.
    { refetchOnMountOrArgChange: true },
  )
  if (error && !isFetching)
    return <Notice tone="danger">{failureText(error, { field: 'message', fallback: effectsCopy.failed })}</Notice>
  if (currentData && currentData.refused !== null) return <Notice tone="danger">{currentData.refused}</Notice>
  const waits = currentData && whyItWaits(currentData.vault, amount)
  return (
    <>
      {waits === undefined ? null : <Notice tone="pending">{waits}</Notice>}
      <AccountEffects accounts={currentData?.accounts.map((account) => ({ ...account, member: null }))} />
      {currentData ? <Where dryRun={currentData} /> : null}
    </>
  )
}

const Where = ({ dryRun: { address, address_since: since, vault } }: { dryRun: DryRun }) => (
  <Facts
    facts={[
      [text.paidAt, <code key="address">{address}</code>, 'sentence'],
      ...(since === null ? [] : [[text.addressSince, showInstant(since)] as const]),
      [text.perPayment, limit(vault, vault.per_payment)],
      [text.leftToday, limit(vault, vault.left_today)],
      [text.float, vault.float === null ? text.unknown : <Money key="float" amount={vault.float} />],
    ]}
  />
)

type Vault = DryRun['vault']

function limit({ float }: Vault, amount: number | null) {
  if (amount !== null) return <Money amount={amount} />
  return float === null ? text.unknown : text.noLimit
}

function whyItWaits({ float, per_payment, left_today }: Vault, amount: number): string | undefined {
  if (per_payment !== null && amount > per_payment) return text.overPayment
  if (float !== null && amount > float) return text.overFloat
  return left_today !== null && amount > left_today ? text.overDay : undefined
}
