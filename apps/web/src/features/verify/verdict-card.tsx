import type { CheckState } from '../../lib/proofs/proof-check.ts'
import { saveProof } from '../../lib/proofs/save-proof.ts'
import { useTimeAgo } from '../../lib/use-time-ago.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OUTCOME_ICONS } from './outcome-icons.ts'
import { verifyCopy as text } from './copy.ts'
import { becauseOf } from './finding-words.ts'
import styles from './verify.module.css'

/** What it came to, in a sentence, and the button that does it again. */
export function VerdictCard({ state, onVerify }: { state: CheckState; onVerify: () => void }) {
  const { isRunning, answers, result } = state
  const checked = result?.kind === 'checked' ? result : null
  const when = useTimeAgo(result?.at)
  const outcome = checked?.verdict.outcome
  const wrong = checked?.verdict.steps.filter((step) => step.outcome === 'failed') ?? []
  const Icon = outcome && OUTCOME_ICONS[outcome]
  return (
    <Card>
      <div className={styles.verdict}>
        <div role="status" className={styles.said} data-outcome={isRunning ? undefined : outcome}>
          <h2 className={styles.outcome} data-outcome={isRunning ? undefined : outcome}>
            {Icon && !isRunning ? <Icon aria-hidden="true" /> : null}
            {headingOf(state)}
          </h2>
          {wrong.map((step) => (
            <p key={step.check}>{becauseOf(step)}</p>
          ))}
          {isRunning ? <p className={styles.quiet}>{text.running(answers)}</p> : null}
          {!isRunning && result ? <p className={styles.quiet}>{text.checked(when)}</p> : null}
        </div>
        {checked?.news.map((step) => (
          <p key={step.check}>{becauseOf(step)}</p>
        ))}
        {checked?.proof && !checked.verdict.isIndependent ? <p className={styles.quiet}>{text.fromServer}</p> : null}
        {outcome === 'failed' ? (
          <p className={styles.quiet}>{checked?.proof ? text.evidenceText : text.noEvidence}</p>
        ) : null}
        <div className={styles.actions}>
          <Button aria-disabled={isRunning} onClick={() => void (isRunning || onVerify())}>
            {text.now}
          </Button>
          {checked?.proof ? (
            <Button variant="default" onClick={() => saveProof(checked)}>
              {outcome === 'failed' ? text.saveEvidence : text.save}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

function headingOf({ result, isBroken }: CheckState): string {
  if (isBroken) return text.broken
  if (!result) return text.notYet
  if (result.kind === 'none') return text.none[result.why]
  return result.kind === 'unavailable' ? text.unavailable : text.verdicts[result.verdict.outcome]
}
