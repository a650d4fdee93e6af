import styles from '../console.module.css'
import { SmallButton } from '../parts/small-button.tsx'
import { withdrawalsCopy } from './copy.ts'
import type { Decision } from './decision.ts'

const text = withdrawalsCopy

type BulkToolsProps = {
  count: number
  onAll: () => void
  onNone: () => void
  onDecide: (decision: Decision) => void
}

export function BulkTools({ count, onAll, onNone, onDecide }: BulkToolsProps) {
  return (
    <div className={styles.actions}>
      <SmallButton onClick={count === 0 ? onAll : onNone}>{count === 0 ? text.selectAll : text.selectNone}</SmallButton>
      {count > 0 ? (
        <>
          <SmallButton filled onClick={() => onDecide('approve')}>
            {text.approve}
          </SmallButton>
          <SmallButton tone="danger" onClick={() => onDecide('refuse')}>
            {text.refuse}
          </SmallButton>
        </>
      ) : null}
      <span role="status" className={styles.muted}>
        {count > 0 ? text.selected(count) : ''}
      </span>
    </div>
  )
}
