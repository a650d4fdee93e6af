import type { proposeReversal } from '@trefoil/contract/operator/proposals'
import { useState } from 'react'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { Money } from '../../ui/money.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { ReversalEffects } from '../parts/reversal-effects.tsx'
import type { JournalRow } from './api.ts'
import { reversalCopy } from './reversal-copy.ts'

const text = reversalCopy
const common = operatorCopy.common

const { useProposeReversalMutation } = injectEndpoints((build) => ({
  proposeReversal: build.mutation(change<typeof proposeReversal>('POST', '/operator/proposals/reversal')),
}))

type ReverseSheetProps = { journal: JournalRow; onClose: () => void }

/** Proposes a reversal; it takes effect once a second operator agrees. */
export function ReverseSheet({ journal, onClose }: ReverseSheetProps) {
  const [propose] = useProposeReversalMutation()
  const [operationsBears, setOperationsBears] = useState(false)
  return (
    <ActionSheet
      title={text.title}
      note={text.note}
      facts={[
        { label: operatorCopy.ledger.journal, value: journal.id },
        { label: operatorCopy.ledger.reason, value: operatorCopy.ledger.reasons[journal.reason] },
        { label: common.amount, value: <Money amount={journal.amount} /> },
      ]}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => propose({ journal: journal.id, operations_bears: operationsBears, why }).unwrap()}
      onClose={onClose}
    >
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={styles.check}
          checked={operationsBears}
          onChange={(event) => setOperationsBears(event.currentTarget.checked)}
        />
        {text.operationsBears}
      </label>
      <ReversalEffects journal={journal.id} operationsBears={operationsBears} />
    </ActionSheet>
  )
}
