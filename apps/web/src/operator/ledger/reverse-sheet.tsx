import { useState } from 'react'
import { Money } from '../../ui/money.tsx'
import { useProposeReversalMutation, type JournalRow } from '../api.ts'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { ReversalEffects } from '../parts/reversal-effects.tsx'

const text = operatorCopy.reversal
const common = operatorCopy.common

type ReverseSheetProps = { journal: JournalRow; onClose: () => void }

/** The first half of a two-person act: it changes nothing yet. */
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
