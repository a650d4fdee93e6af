import { explainCopy } from '../lib/explain-copy.ts'
import { useRulesQuery } from '../lib/explain-api.ts'
import { copy } from '../lib/copy.ts'
import { showDate } from '../lib/formats.ts'
import styles from './explain-sheet.module.css'
import { LoadFailure } from './load-failure.tsx'
import { Money } from './money.tsx'
import { Skeleton } from './skeleton.tsx'

const text = explainCopy.rules

/** A version of the programme, in the terms that figures follow from. */
export function ExplainRules({ version }: { version: number }) {
  const { data, isError, refetch } = useRulesQuery({ version })
  if (isError && !data)
    return <LoadFailure text={explainCopy.failed} retryLabel={explainCopy.retry} onRetry={refetch} />
  if (!data)
    return (
      <div role="status" aria-label={copy.common.loading} className={styles.waiting}>
        <Skeleton height={300} />
      </div>
    )
  const { shares } = data
  const parts = [
    { label: text.cause, percent: shares.cause },
    { label: text.operations, percent: shares.operations },
    { label: text.sponsor, percent: shares.sponsor },
    ...shares.levels.map((percent, index) => ({ label: text.level(index + 1), percent })),
  ]
  return (
    <>
      <p className={styles.note}>{text.since(showDate(data.active_from))}</p>
      <section className={styles.section}>
        <h3 className={styles.heading}>{text.shares}</h3>
        <dl className={styles.terms}>
          {parts.map(({ label, percent }) => (
            <div key={label} className={styles.term}>
              <dt>{label}</dt>
              <dd>{text.percent(percent)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.section}>
        <h3 className={styles.heading}>{text.stages}</h3>
        <table className={styles.stages}>
          <thead>
            <tr>
              <th scope="col">{text.stage}</th>
              <th scope="col">{text.requirement}</th>
              <th scope="col">{text.multiplier}</th>
            </tr>
          </thead>
          <tbody>
            {data.stages.map(({ stage_number, donation_requirement, earning_multiplier }) => (
              <tr key={stage_number}>
                <th scope="row">{stage_number}</th>
                <td>
                  <Money amount={donation_requirement} />
                </td>
                <td>{earning_multiplier}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl className={styles.terms}>
        <div className={styles.term}>
          <dt>{text.minWithdrawal}</dt>
          <dd>
            <Money amount={data.min_withdrawal} />
          </dd>
        </div>
      </dl>
    </>
  )
}
