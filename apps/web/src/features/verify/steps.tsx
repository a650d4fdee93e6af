import type { CheckName, Step } from '@trefoil/core/proofs/verify'
import type { CheckResult } from '../../lib/proofs/result.ts'
import { Card } from '../../ui/card.tsx'
import { OUTCOME_ICONS } from './outcome-icons.ts'
import { verifyCopy as text } from './copy.ts'
import { becauseOf, sawWords } from './finding-words.ts'
import styles from './verify.module.css'

/** All of them, before and after: their places do not change. */
export function Steps({ result }: { result: CheckResult | null }) {
  const checked = result?.kind === 'checked' ? result : null
  const found = new Map(checked?.verdict.steps.map((step) => [step.check, step]))
  const names = Object.keys(text.checks) as CheckName[]
  return (
    <Card heading={text.steps}>
      <p className={styles.quiet}>
        {checked?.proof ? text.stepsText(found.size, checked.tookMs.toFixed(1)) : text.waiting}
      </p>
      <ol className={styles.steps}>
        {names.map((name) => (
          <StepLine key={name} name={name} step={found.get(name)} />
        ))}
      </ol>
    </Card>
  )
}

function StepLine({ name, step }: { name: CheckName; step: Step | undefined }) {
  const Icon = OUTCOME_ICONS[step?.outcome ?? 'skipped']
  const saw = Object.entries(step?.saw ?? {}).map((each) => sawWords(...each))
  return (
    <li className={styles.step} data-outcome={step?.outcome}>
      <Icon aria-hidden="true" />
      <div className={styles.found}>
        <h3>{text.checks[name]}</h3>
        <p className={styles.mark}>{step ? text.outcomes[step.outcome] : text.waiting}</p>
        <p className={`${styles.because} own-direction`}>{step ? becauseOf(step) : ''}</p>
        {saw.length > 0 ? (
          <details>
            <summary>{text.computed}</summary>
            <dl className={styles.saw}>
              {saw.map(([what, value]) => (
                <div key={what}>
                  <dt className="own-direction">{what}</dt>
                  <dd className="own-direction">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
      </div>
    </li>
  )
}
