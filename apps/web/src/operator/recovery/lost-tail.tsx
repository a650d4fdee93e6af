import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useProposeLostTailMutation, type RecoveryView } from './api.ts'
import { recoveryCopy } from './copy.ts'

const text = recoveryCopy
const common = operatorCopy.common

/** Why nothing is posted, and how two operators change that. */
export function LostTail({ lost }: { lost: NonNullable<RecoveryView['lost_tail']> }) {
  const mayAct = useMayAct()
  const [propose] = useProposeLostTailMutation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <StatusDot tone="danger">{text.stopped}</StatusDot>
      <Facts
        facts={[
          [common.why, lost.why, 'sentence'],
          [text.stoppedSince, showInstant(lost.found_at)],
        ]}
      />
      <p className={styles.muted}>{text.stoppedText}</p>
      {mayAct ? (
        <span>
          <SmallButton filled onClick={() => setOpen(true)}>
            {text.accept}
          </SmallButton>
        </span>
      ) : null}
      {isOpen ? (
        <ActionSheet
          title={text.acceptTitle}
          note={text.acceptNote}
          facts={[{ label: common.why, value: lost.why }]}
          confirmLabel={text.accept}
          reasonLabel={operatorCopy.act.reason}
          act={(why) => propose({ why }).unwrap()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  )
}
