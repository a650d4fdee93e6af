import { showCount } from '../../lib/formats.ts'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { EpochRow } from './api.ts'
import { epochsCopy } from './copy.ts'

const text = epochsCopy

type EpochStateProps = { contract: string | null; epochs: readonly EpochRow[]; onAsk: () => void }

/** What the newest epochs say, and what to do about it. */
export function EpochState({ contract, epochs, onAsk }: EpochStateProps) {
  const mayAct = useMayAct()
  const [newest] = epochs
  const isUnderWay = newest !== undefined && newest.state !== 'anchored' && newest.state !== 'failed'
  if (contract === null) return <Said tone="pending" title={text.none} sentence={text.noneText} />
  return (
    <Card>
      <UnderWay epoch={newest} />
      <Verdict epoch={epochs.find(({ state }) => state === 'anchored' || state === 'failed')} />
      {mayAct && !isUnderWay ? (
        <span>
          <SmallButton filled onClick={onAsk}>
            {text.ask}
          </SmallButton>
        </span>
      ) : null}
    </Card>
  )
}

function UnderWay({ epoch }: { epoch: EpochRow | undefined }) {
  if (!epoch) return <Sentence tone="pending" title={text.askFirst} sentence={text.askFirstText} />
  if (epoch.state === 'waiting')
    return <Sentence tone="pending" title={text.waiting} sentence={epoch.why ?? text.waitingText} />
  if (epoch.state === 'posting') return <Sentence tone="pending" title={text.posting} sentence={text.postingText} />
  if (epoch.state !== 'building') return null
  const title = text.building(showCount(epoch.counted), showCount(epoch.owners))
  return <Sentence tone="pending" title={title} sentence={text.buildingText} />
}

/** Of the newest one that is over. */
function Verdict({ epoch }: { epoch: EpochRow | undefined }) {
  if (!epoch) return null
  const { number, state, why, coverage_percent } = epoch
  if (state === 'failed') {
    return <Sentence tone="danger" title={text.failed(number)} sentence={why ?? ''} steps={text.failedSteps} />
  }
  const percent = showPercent(coverage_percent ?? 0)
  if ((coverage_percent ?? 0) >= 100)
    return <Sentence tone="positive" title={text.covered} sentence={text.coveredText(percent, number)} />
  return (
    <Sentence tone="danger" title={text.short} sentence={text.shortText(percent, number)} steps={text.shortSteps} />
  )
}

type SentenceProps = {
  tone: 'positive' | 'pending' | 'danger'
  title: string
  sentence: string
  steps?: readonly string[]
}

const Said = (props: SentenceProps) => (
  <Card>
    <Sentence {...props} />
  </Card>
)

const Sentence = ({ tone, title, sentence, steps }: SentenceProps) => (
  <>
    <StatusDot tone={tone}>{title}</StatusDot>
    <p className={styles.muted}>{sentence}</p>
    {steps ? (
      <ol className={styles.muted}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    ) : null}
  </>
)

/** One decimal unless it is whole. */
export const showPercent = (percent: number): string => percent.toFixed(percent % 1 === 0 ? 0 : 1)
