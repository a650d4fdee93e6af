import { withPercent } from '../../lib/percent.ts'
import { factsCopy as text } from './facts-copy.ts'
import { showMonthName } from './facts-formats.ts'
import { showCount } from './formats.ts'
import { Section, Track, type Facts } from './facts-parts.tsx'
import styles from './facts.module.css'

type Cohort = Facts['cohorts'][number]

const MONTHS_AFTER = [3, 6, 12]

/** The oldest first. On a phone each cohort is a card. */
export const Cohorts = ({ cohorts }: { cohorts: readonly Cohort[] }) => (
  <Section title={text.cohorts}>
    <p className={styles.prose}>{text.cohortsLead}</p>
    {cohorts.length === 0 ? (
      <p className={styles.muted}>{text.noCohorts}</p>
    ) : (
      <table className={`${styles.table} ${styles.cohorts}`}>
        <thead>
          <tr>
            <th scope="col">{text.joined}</th>
            <th scope="col" className={styles.right}>
              {text.people}
            </th>
            {MONTHS_AFTER.map((months) => (
              <th key={months} scope="col">
                {text.after(months)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <Row key={cohort.from} cohort={cohort} />
          ))}
        </tbody>
      </table>
    )}
  </Section>
)

const Row = ({ cohort: { from, to, people, after } }: { cohort: Cohort }) => (
  <tr>
    <th scope="row">{from === to ? showMonthName(from) : text.to(showMonthName(from), showMonthName(to))}</th>
    <td className={styles.right} data-label={text.people}>
      {showCount(people)}
    </td>
    {after.map(({ months, earned_nothing, got_back_less }) => (
      <td key={months} data-label={text.after(months)}>
        {earned_nothing === null || got_back_less === null ? (
          <span className={styles.muted}>{text.notYet}</span>
        ) : (
          <span className={styles.pair}>
            <span>{text.nothingShort(withPercent(earned_nothing))}</span>
            <Track percent={earned_nothing} />
            <span>{text.lessShort(withPercent(got_back_less))}</span>
            <Track percent={got_back_less} />
          </span>
        )}
      </td>
    ))}
  </tr>
)
