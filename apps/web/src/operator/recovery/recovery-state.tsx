import { showCount } from '../../lib/formats.ts'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { RecoveryView } from './api.ts'
import { recoveryCopy } from './copy.ts'

const text = recoveryCopy
const common = operatorCopy.common

type RecoveryStateProps = { view: RecoveryView; onEnd: () => void }

/** Why payouts are paused, how far the chain is read, and what is still missing. */
export function RecoveryState({ view: { recovery, final_block, payments }, onEnd }: RecoveryStateProps) {
  const mayAct = useMayAct()
  if (!recovery)
    return (
      <Card>
        <StatusDot tone={payments.length === 0 ? 'positive' : 'danger'}>
          {payments.length === 0 ? text.calm : text.unbooked}
        </StatusDot>
        <p className={styles.muted}>{payments.length === 0 ? text.calmText : text.unbookedText}</p>
      </Card>
    )
  return (
    <Card>
      <StatusDot tone="danger">{text.underWay}</StatusDot>
      <Facts
        facts={[
          [common.why, recovery.why, 'sentence'],
          [text.began, showInstant(recovery.began_at)],
          [text.since, heightOf(recovery.since_block)],
          [text.until, heightOf(recovery.until_block)],
          [text.read, heightOf(final_block)],
          [text.missing, recovery.waits_for ?? text.nothingMissing, 'sentence'],
        ]}
      />
      <p className={styles.muted}>{text.underWayText}</p>
      {mayAct && recovery.waits_for === null ? (
        <span>
          <SmallButton filled onClick={onEnd}>
            {text.end}
          </SmallButton>
        </span>
      ) : null}
    </Card>
  )
}

export const heightOf = (block: number | null): string =>
  block === null ? common.none : text.blockOf(showCount(block))
