import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { useReservesQuery } from './api.ts'
import { Comparison } from './comparison.tsx'
import { FundingAddresses } from './funding-addresses.tsx'
import { Outflows } from './outflows.tsx'
import { Payees } from './payees.tsx'

const RENEWAL_MS = 5000

export default function ReservesPage() {
  const { data, isError, refetch } = useReservesQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isError && !data ? (
        <LoadFailure text={operatorCopy.common.loadFailed} retryLabel={operatorCopy.common.retry} onRetry={refetch} />
      ) : (
        <>
          <Comparison reserves={data} />
          <Payees payees={data?.payees} />
          <Outflows outflows={data?.outflows} />
          <FundingAddresses addresses={data?.funding} />
        </>
      )}
    </div>
  )
}
