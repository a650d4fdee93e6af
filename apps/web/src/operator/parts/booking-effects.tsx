import type { dryRunPayment } from '@trefoil/contract/operator/recovery'
import { injectEndpoints } from '../../lib/api.ts'
import { readData } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { Notice } from '../../ui/notice.tsx'
import { AccountEffects } from './account-effects.tsx'
import { effectsCopy } from './effects-copy.ts'

const { useDryRunPaymentQuery } = injectEndpoints((build) => ({
  dryRunPayment: build.query(readData<typeof dryRunPayment>('/operator/recovery/dry-run')),
}))

export type Booking = { transaction: string; ordinal: number; member: number | null }

/** What booking a payment would do at this moment, and why it would be refused. */
export function BookingEffects({ booking: { transaction, ordinal, member } }: { booking: Booking }) {
  const { currentData, error, isFetching } = useDryRunPaymentQuery({
    transaction,
    ordinal,
    ...(member !== null && { member }),
  })
  if (error && !isFetching)
    return <Notice tone="danger">{failureText(error, { field: 'message', fallback: effectsCopy.failed })}</Notice>
  return (
    <>
      {currentData && currentData.refused !== null ? <Notice tone="danger">{currentData.refused}</Notice> : null}
      <AccountEffects accounts={currentData?.accounts} />
    </>
  )
}
