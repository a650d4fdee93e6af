import { factsCopy as text } from './facts-copy.ts'
import { showDollars } from './facts-formats.ts'
import { Section, type Facts } from './facts-parts.tsx'
import netStyles from './facts-net.module.css'
import styles from './facts.module.css'

type Line = Facts['net'][number]

export const Net = ({ net }: { net: readonly Line[] }) => (
  <Section title={text.net}>
    <p className={styles.prose}>{text.netLead}</p>
    <Picture net={net} />
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.percentile}</th>
          <th scope="col" className={styles.right}>
            {text.netAmount}
          </th>
          <th scope="col" className={styles.right}>
            {text.withdrawn}
          </th>
        </tr>
      </thead>
      <tbody>
        {net.map((line) => (
          <tr key={line.percentile}>
            <th scope="row">{text.atPercentile(line.percentile)}</th>
            <Figure dollars={line.net} isSigned />
            <Figure dollars={line.withdrawn} />
          </tr>
        ))}
      </tbody>
    </table>
  </Section>
)

function Figure({ dollars, isSigned = false }: { dollars: number | null; isSigned?: boolean }) {
  if (dollars === null) return <td className={`${styles.right} ${styles.muted}`}>{text.underTen}</td>
  const tone = isSigned && dollars !== 0 ? (dollars < 0 ? netStyles.minus : netStyles.plus) : ''
  return (
    <td className={`${styles.right} ${tone}`}>
      <span className="left-to-right">
        {isSigned && dollars > 0 ? '+' : ''}
        {showDollars(dollars)}
      </span>
    </td>
  )
}

const HEIGHT = 260
const WIDTH = 720
const EDGE = { top: 40, bottom: 76, side: 12 }

/** Bars down from zero for what was lost, up for what was earned. The table below has the figures. */
function Picture({ net }: { net: readonly Line[] }) {
  const shown = net.flatMap(({ percentile, net: dollars }) => (dollars === null ? [] : [{ percentile, dollars }]))
  if (shown.length === 0) return null
  const most = Math.max(0, ...shown.map(({ dollars }) => dollars))
  const least = Math.min(0, ...shown.map(({ dollars }) => dollars))
  const scale = (HEIGHT - EDGE.top - EDGE.bottom) / (most - least || 1)
  const zero = EDGE.top + most * scale
  const step = (WIDTH - EDGE.side * 2) / shown.length
  const label = text.netPicture(
    shown.map(({ percentile, dollars }) => text.netPart(percentile, showDollars(dollars))).join(', '),
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles.picture}>
      {shown.map(({ percentile, dollars }, index) => {
        const middle = EDGE.side + (index + 0.5) * step
        const height = Math.max(2, Math.abs(dollars) * scale)
        const isMinus = dollars < 0
        return (
          <g key={percentile} className={isMinus ? netStyles.lost : netStyles.earned}>
            <rect x={middle - 28} y={isMinus ? zero : zero - height} width={56} height={height} rx={3} />
            <text x={middle} y={isMinus ? zero + height + 26 : zero - height - 8} textAnchor="middle">
              {showDollars(dollars)}
            </text>
            <text x={middle} y={HEIGHT - 8} textAnchor="middle" className={styles.axis}>
              {text.atPercentile(percentile)}
            </text>
          </g>
        )
      })}
      <line x1={0} x2={WIDTH} y1={zero} y2={zero} className={styles.zero} />
    </svg>
  )
}
