import type { Answer } from '@trefoil/core/simulator/simulate'
import { withPercent } from '../../lib/percent.ts'
import factsStyles from './facts.module.css'
import { showDollars } from './facts-formats.ts'
import { simulatorCopy as text } from './simulator-copy.ts'
import styles from './simulator.module.css'

type CaseProps = { title: string; lead?: string; answer: Answer | undefined }

/** In this order: the cause first, and no single sum. */
export const Case = ({ title, lead, answer }: CaseProps) => (
  <section className={styles.case}>
    <h2>{title}</h2>
    {lead === undefined ? null : <p className={styles.muted}>{lead}</p>}
    <dl className={styles.answers}>
      <Figure
        name={text.toCause}
        value={answer && range(withPercent(answer.toCause.p10), withPercent(answer.toCause.p90))}
      />
      <Figure name={text.earnedNothing} value={answer && withPercent(answer.earnedNothing)} />
      <Figure name={text.everythingBack} value={answer && withPercent(answer.gotEverythingBack)} />
    </dl>
    {answer ? <Fan answer={answer} /> : null}
  </section>
)

const Figure = ({ name, value }: { name: string; value: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? '…'}</dd>
  </div>
)

const TABLE_MONTHS = [3, 6, 12]

function Fan({ answer: { fan, given } }: { answer: Answer }) {
  const shown = fan.filter(({ month }) => TABLE_MONTHS.includes(month))
  const values = ({ p10, p50, p90 }: (typeof fan)[number]) =>
    [p10, p50, p90].map((each) => showDollars(Math.floor(each)))
  return (
    <>
      <h3>{text.fan}</h3>
      <p className={styles.muted}>
        {text.fanLead(range(showDollars(Math.floor(given.p10)), showDollars(Math.floor(given.p90))))}
      </p>
      <Picture
        fan={fan}
        given={given.p90}
        label={text.fanPicture(shown.map((line) => text.fanPart(line.month, values(line).join(', '))).join('; '))}
      />
      <table className={factsStyles.table}>
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            {['P10', 'P50', 'P90'].map((name) => (
              <th key={name} scope="col" className={factsStyles.right}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={line.month}>
              <th scope="row">{line.month}</th>
              {values(line).map((value, index) => (
                // P10, P50 and P90 are known by their place.
                <td key={index} className={factsStyles.right}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const WIDTH = 400
const HEIGHT = 160

/** From P10 to P90, with P50 as a line, under a dashed one for all that was given. */
function Picture({ fan, given, label }: { fan: Answer['fan']; given: number; label: string }) {
  const top = Math.max(given, ...fan.map(({ p90 }) => p90)) || 1
  const x = (month: number) => (month / fan.length) * WIDTH
  const y = (dollars: number) => HEIGHT - 2 - (dollars / top) * (HEIGHT - 12)
  const line = (of: 'p10' | 'p50' | 'p90') => [`0,${y(0)}`, ...fan.map((each) => `${x(each.month)},${y(each[of])}`)]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles.picture}>
      <polygon points={[...line('p90'), ...line('p10').toReversed()].join(' ')} className={styles.area} />
      <polyline points={line('p90').join(' ')} className={styles.edge} />
      <polyline points={line('p50').join(' ')} className={styles.middle} />
      <line x1={0} x2={WIDTH} y1={y(given)} y2={y(given)} className={styles.given} />
      <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} className={factsStyles.zero} />
    </svg>
  )
}

const range = (from: string, to: string): string => (from === to ? from : text.range(from, to))
