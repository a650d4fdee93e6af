import type { explainFigure } from '@trefoil/contract/explain'
import type { Figure } from '@trefoil/contract/figures'
import { useState } from 'react'
import { Link } from 'react-router'
import { copy } from '../lib/copy.ts'
import type { DataOf } from '../lib/endpoint.ts'
import { useExplanationInfiniteQuery } from '../lib/explain-api.ts'
import { explainCopy } from '../lib/explain-copy.ts'
import type { FigureParts } from '../lib/figure-parts.ts'
import { showDate, showMonth } from '../lib/formats.ts'
import { Button } from './button.tsx'
import { DialogSheet, SheetFooter } from './dialog-sheet.tsx'
import { ExplainEntries } from './explain-entries.tsx'
import { ExplainRules } from './explain-rules.tsx'
import styles from './explain-sheet.module.css'
import { ExplainTerms } from './explain-terms.tsx'
import { figureWords } from './explain-words.ts'
import { FigureValue } from './figure-value.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Skeleton } from './skeleton.tsx'

const text = explainCopy

type ExplainSheetProps = { figure: Figure; of: FigureParts; onClose: () => void }

/** What a figure is, how it is calculated, and everything that it adds up from. */
export default function ExplainSheet({ figure, of, onClose }: ExplainSheetProps) {
  const query = useExplanationInfiniteQuery({ figure, ...of })
  const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const [rules, setRules] = useState<number | null>(null)
  const [hasReturned, setReturned] = useState(false)
  const goBack = () => {
    setRules(null)
    setReturned(true)
  }
  const first = data?.pages[0]
  const about = transactionOf(of)
  return (
    <DialogSheet title={rules === null ? titleOf(first, of) : text.rules.version(rules)} onClose={onClose}>
      {rules !== null ? (
        <ExplainRules version={rules} />
      ) : first ? (
        <>
          <Head {...first} />
          <ExplainTerms {...first} />
          {first.entries ? (
            <ExplainEntries
              total={first.entries.total}
              unit={first.entries.unit}
              lines={data.pages.flatMap(({ entries }) => entries?.lines ?? [])}
              more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, isError, onMore: fetchNextPage }}
              onRules={setRules}
            />
          ) : null}
          <p className={styles.rules}>
            <button type="button" className={styles.link} onClick={() => setRules(first.rules.version)}>
              {text.rules.inForce(first.rules.version, showDate(first.rules.active_from))}
            </button>
          </p>
          {about === undefined ? null : (
            <p>
              <Link to={`/dashboard/support?about=${encodeURIComponent(about)}`}>{text.help}</Link>
            </p>
          )}
        </>
      ) : isError ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
      <SheetFooter>
        {rules === null ? (
          <Button key="close" variant="default" onClick={onClose} {...(hasReturned && { ref: focus })}>
            {text.close}
          </Button>
        ) : (
          <Button key="back" variant="default" onClick={goBack} ref={focus}>
            {text.rules.back}
          </Button>
        )}
      </SheetFooter>
    </DialogSheet>
  )
}

/** What support is asked about, if the figure is of one transaction. */
function transactionOf({ deposit, withdrawal, donation, transfer }: FigureParts): string | undefined {
  const [found] = Object.entries({ deposit, withdrawal, donation, transfer }).filter(([, id]) => id !== undefined)
  return found?.join(':')
}

/** What had the focus is gone with the other view. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

type Explanation = DataOf<typeof explainFigure>

function Head(explanation: Explanation) {
  const { unit, value } = explanation
  const { is, formula } = figureWords(explanation)
  return (
    <div className={styles.head}>
      <p className={styles.value} data-explained-value>
        <FigureValue unit={unit} value={value} />
      </p>
      <p>{is}</p>
      <dl className={styles.formula}>
        <dt>{text.formula}</dt>
        <dd>{formula}</dd>
      </dl>
    </div>
  )
}

/** With what it is about: the months, the source, the level. */
function titleOf(explanation: Explanation | undefined, of: FigureParts): string {
  if (!explanation) return copy.common.loading
  const { from, to, source, level, stage, part } = of
  const parts = [
    source === undefined ? undefined : sourceWords(source),
    level === undefined ? undefined : text.level(level),
    part === undefined ? undefined : partWords(part),
    stage === undefined ? undefined : stage === 0 ? text.notStarted : text.stage(stage),
    to === undefined
      ? undefined
      : from === undefined
        ? text.until(showMonth(to))
        : from === to
          ? showMonth(to)
          : text.months(showMonth(from), showMonth(to)),
  ]
  return [figureWords(explanation).title, ...parts].filter((each) => each !== undefined).join(' · ')
}

function sourceWords(source: string): string {
  if (source === 'sponsor') return text.sponsorShare
  return source === 'team' ? text.teamLevels : text.teamLevel(source.slice('level_'.length))
}

function partWords(part: string): string {
  const [, first, last] = /^level_(\d+)(?:-(\d+))?$/.exec(part) ?? []
  if (first !== undefined) return last === undefined ? text.level(Number(first)) : text.levels(first, last)
  const parts: Record<string, string> = text.parts
  return parts[part] ?? part
}

function Waiting() {
  return (
    <div role="status" aria-label={copy.common.loading} className={styles.waiting}>
      <Skeleton width="45%" height={34} />
      <Skeleton height={20} />
      <Skeleton height={56} />
      <Skeleton height={180} />
    </div>
  )
}
