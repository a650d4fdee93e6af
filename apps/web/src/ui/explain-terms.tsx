import type { explainFigure } from '@trefoil/contract/explain'
import type { DataOf } from '../lib/endpoint.ts'
import { explainCopy } from '../lib/explain-copy.ts'
import styles from './explain-sheet.module.css'
import { labelOf, noteOf } from './explain-words.ts'
import { FigureValue } from './figure-value.tsx'

const text = explainCopy

/** The parts of a figure, and their sum where they add up to it. */
export function ExplainTerms({ terms, unit, value }: Pick<DataOf<typeof explainFigure>, 'terms' | 'unit' | 'value'>) {
  if (terms.length === 0) return null
  const adds = terms.every((term) => term.unit === unit)
  const isDifference = adds && terms.some((term) => term.value < 0)
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{text.terms}</h3>
      <dl className={styles.terms}>
        {terms.map((term, index) => (
          // Two may have the same name, such as two members.
          <div key={`${term.label} ${index}`} className={styles.term}>
            <dt>
              {labelOf(term)}
              {term.note === null ? null : <span className={styles.note}>{noteOf(term)}</span>}
            </dt>
            <dd>
              <FigureValue
                unit={term.unit}
                value={term.value}
                signed={isDifference || (unit === 'stage' && index > 0)}
              />
            </dd>
          </div>
        ))}
        {adds && terms.length > 1 ? (
          <div className={styles.term} data-sum>
            <dt>{text.together}</dt>
            <dd>
              <FigureValue unit={unit} value={value} />
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}
