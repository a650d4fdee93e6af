import { useState } from 'react'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { showInstant } from '../parts/instants.ts'
import { useProposeRecoveryMutation, useRecoveryQuery } from './api.ts'
import { recoveryCopy } from './copy.ts'
import { LostTail } from './lost-tail.tsx'
import { PaymentTable } from './payment-table.tsx'
import { heightOf, RecoveryState } from './recovery-state.tsx'

const text = recoveryCopy
const common = operatorCopy.common
const RENEWAL_MS = 5000

export default function RecoveryPage() {
  const { data, isError, refetch } = useRecoveryQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const [propose] = useProposeRecoveryMutation()
  const [isEnding, setEnding] = useState(false)
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isError && !data ? <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} /> : null}
      {data?.lost_tail ? <LostTail lost={data.lost_tail} /> : null}
      {data ? <RecoveryState view={data} onEnd={() => setEnding(true)} /> : null}
      <PaymentTable payments={data?.payments} failure={{ isError, onRetry: refetch }} />
      {isEnding && data?.recovery ? (
        <ActionSheet
          title={text.endTitle}
          note={text.endNote}
          facts={[
            { label: common.why, value: data.recovery.why },
            { label: text.began, value: showInstant(data.recovery.began_at) },
            { label: text.read, value: heightOf(data.final_block) },
          ]}
          confirmLabel={text.end}
          reasonLabel={operatorCopy.act.reason}
          act={(why) => propose({ why }).unwrap()}
          onClose={() => setEnding(false)}
        />
      ) : null}
    </div>
  )
}
