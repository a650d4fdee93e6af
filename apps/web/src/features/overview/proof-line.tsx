import { useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import IconAlertCircle from '~icons/tabler/alert-circle'
import IconInfoCircle from '~icons/tabler/info-circle'
import IconShieldCheck from '~icons/tabler/shield-check'
import type { Checked, CheckResult, Summary } from '../../lib/proofs/result.ts'
import { saveProof } from '../../lib/proofs/save-proof.ts'
import { readSummary, summaryOf } from '../../lib/proofs/summary.ts'
import { useProofCheck } from '../../lib/proofs/use-proof-check.ts'
import { selectSession } from '../../lib/session.ts'
import { useTimeAgo } from '../../lib/use-time-ago.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { overviewCopy } from './copy.ts'
import { FindingWords } from './finding-words.tsx'
import styles from './overview.module.css'

const text = overviewCopy.check
const PAGE = '/dashboard/verify'

/** What the check in the background came to: quiet while everything holds, loud when something does not. */
export function ProofLine() {
  const { result, failure, isBroken } = useProofCheck()
  const email = useSelector(selectSession)?.user.email
  const [earlier] = useState(() => readSummary(email))
  const summary = summaryOf(result) ?? earlier
  const when = useTimeAgo(summary?.at)
  const failed = result?.kind === 'checked' && result.verdict.outcome === 'failed' ? result : null
  // It may be another one, with evidence that the newest lacks.
  const earlierFailure = failure && failure.at !== failed?.at ? failure : null
  if (failed || earlierFailure)
    return (
      <>
        {failed ? <Alarm checked={failed} heading={text.failed} /> : null}
        {earlierFailure ? <EarlierAlarm checked={earlierFailure} /> : null}
      </>
    )
  return (
    <section aria-label={text.label} className={styles.stack}>
      {summary?.news.map((step) => (
        <Notice key={step.check} tone="pending">
          <FindingWords step={step} />
        </Notice>
      ))}
      <Line {...lineOf({ result, isBroken, summary, when })} />
    </section>
  )
}

type Said = { tone: 'positive' | 'calm' | 'pending'; children: string }
type Facts = { result: CheckResult | null; isBroken: boolean; summary: Summary | null; when: string }

function lineOf({ result, isBroken, summary, when }: Facts): Said {
  if (isBroken) return { tone: 'calm', children: text.broken }
  if (result?.kind === 'none')
    return { tone: 'calm', children: result.why === 'contract' ? text.noContract : text.noEpoch }
  if (result?.kind === 'unavailable')
    return { tone: 'calm', children: summary ? `${text.notAnswered} ${text.lastChecked(when)}` : text.notAnswered }
  if (!summary || summary.outcome === 'failed') return { tone: 'calm', children: text.waiting }
  if (summary.outcome === 'skipped') return { tone: 'pending', children: text.skipped(when) }
  const { balance, there, owed } = summary
  return {
    tone: 'positive',
    children: balance === NOTHING ? text.holdsNothing(when, there, owed) : text.holds(when, balance, there, owed),
  }
}

const NOTHING = '$0.00000'
const ICONS = { positive: IconShieldCheck, calm: IconInfoCircle, pending: IconAlertCircle }

function Line({ tone, children }: Said) {
  const Icon = ICONS[tone]
  return (
    <div className={styles.check} data-tone={tone}>
      <Icon aria-hidden="true" />
      <p>
        {children} <Link to={PAGE}>{text.verify}</Link>
      </p>
    </div>
  )
}

/** Later checks may hold, or may not come about: only the member ends it, on the screen Verify. */
function EarlierAlarm({ checked }: { checked: Checked }) {
  const when = useTimeAgo(checked.at)
  return <Alarm checked={checked} heading={text.failedEarlier(when)} note={text.failedUntil} />
}

type AlarmProps = { checked: Checked; heading: string; note?: string }

/** All that is wrong, and the file that convinces others. */
function Alarm({ checked, heading, note }: AlarmProps): ReactNode {
  const wrong = checked.verdict.steps.filter(({ outcome }) => outcome === 'failed')
  return (
    <Notice tone="danger">
      <div className={styles.alarm}>
        <strong>{heading}</strong>
        {wrong.map((step) => (
          <p key={step.check}>
            <FindingWords step={step} />
          </p>
        ))}
        {note === undefined ? null : <p>{note}</p>}
        {checked.proof ? (
          <Button variant="default" onClick={() => saveProof(checked)}>
            {text.evidence}
          </Button>
        ) : null}
        <Link to={PAGE}>{text.details}</Link>
      </div>
    </Notice>
  )
}
