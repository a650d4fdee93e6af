import type { ExplainedLine, Term } from '@trefoil/contract/explain'
import { addUp } from '../lib/added-up.ts'
import { explainCopy } from '../lib/explain-copy.ts'
import { showAmount, showCount, showMoment } from '../lib/formats.ts'
import { Button } from './button.tsx'
import styles from './explain-sheet.module.css'
import { descriptionOf, donorOf, whyLess } from './explain-words.ts'
import { FigureValue } from './figure-value.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Money } from './money.tsx'
import { Notice } from './notice.tsx'

const text = explainCopy

type ExplainEntriesProps = {
  /** What all of them add up to. */
  total: number
  unit: Term['unit']
  /** Those that have loaded, newest first. */
  lines: readonly ExplainedLine[]
  more: { hasMore: boolean; isLoading: boolean; isError: boolean; onMore: () => unknown }
  onRules: (version: number) => void
}

export function ExplainEntries({ total, unit, lines, more, onRules }: ExplainEntriesProps) {
  const sum = addUp(
    total,
    lines.map(({ amount }) => amount),
  )
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{text.entries}</h3>
      {lines.length === 0 && !more.hasMore ? (
        <p className={styles.note}>{text.none}</p>
      ) : (
        <>
          <p className={styles.note}>{text.newestFirst}</p>
          <ol className={styles.lines}>
            {lines.map((line, index) => (
              // Lines stay in their places: older ones are added below.
              <Line key={index} line={line} unit={unit} after={sum.afters[index] ?? 0} onRules={onRules} />
            ))}
          </ol>
        </>
      )}
      <Check total={total} unit={unit} count={lines.length} sum={sum} hasMore={more.hasMore} />
      {more.hasMore && more.isError && !more.isLoading ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={more.onMore} />
      ) : more.hasMore ? (
        <Button variant="default" aria-disabled={more.isLoading} onClick={() => void (more.isLoading || more.onMore())}>
          {more.isLoading ? text.loadingMore : text.more}
        </Button>
      ) : null}
    </section>
  )
}

type CheckProps = {
  total: number
  unit: Term['unit']
  count: number
  sum: ReturnType<typeof addUp>
  hasMore: boolean
}

/** Added up here, not by the server. */
function Check({ total, unit, count, sum, hasMore }: CheckProps) {
  const show = (amount: number) => (unit === 'usd' ? showAmount(amount) : showCount(amount))
  if (!hasMore && sum.left !== 0) return <Notice tone="danger">{text.differs(show(sum.shown), show(total))}</Notice>
  if (count === 0) return null
  return (
    <p role="status" className={styles.check} data-whole={!hasMore}>
      {hasMore ? text.partly(count, show(sum.shown), show(sum.left)) : text.whole(count, show(total))}
    </p>
  )
}

type LineProps = { line: ExplainedLine; unit: Term['unit']; after: number; onRules: (version: number) => void }

function Line({ line, unit, after, onRules }: LineProps) {
  const { at, amount, share, decided, rule_version: version } = line
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span>{descriptionOf(line)}</span>
        <span className={`${styles.note} ${styles.when}`}>
          <span>{showMoment(at)}</span>
          {version === null ? null : (
            <button type="button" className={styles.link} onClick={() => onRules(version)}>
              {text.rules.version(version)}
            </button>
          )}
        </span>
        {share ? (
          <span className={styles.note}>
            {donorWords(share, donorOf(share, line))}{' '}
            {text.share.duePaid(showAmount(share.due), showAmount(share.paid))}
            {share.why === null ? null : ` ${whyLess(share)}`}
          </span>
        ) : null}
        {decided ? <Decision {...decided} /> : null}
      </div>
      <div className={styles.amounts}>
        <span data-explained-amount={amount}>
          {unit === 'usd' ? <Money amount={amount} signed /> : <FigureValue unit={unit} value={amount} signed />}
        </span>
        <span className={styles.note}>
          <FigureValue unit={unit} value={after} />
        </span>
      </div>
    </li>
  )
}

function donorWords({ donated, as }: NonNullable<ExplainedLine['share']>, donor: string): string {
  const given = showAmount(donated)
  return as === 'sponsor'
    ? text.share.toSponsor(donor, given)
    : text.share.toLevel(donor, given, Number(as.replace('level ', '')))
}

function Decision({ why, proposed_by, agreed_by }: NonNullable<ExplainedLine['decided']>) {
  const { proposedBy, another, by } = text.decided
  return (
    <>
      <span className={styles.note}>{text.decided.why(why)}</span>
      <span className={styles.note}>{by(proposedBy[proposed_by], another[agreed_by])}</span>
    </>
  )
}
