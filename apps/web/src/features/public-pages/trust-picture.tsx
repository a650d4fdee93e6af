import { withPercent } from '../../lib/percent.ts'
import { Section } from './facts-parts.tsx'
import factsStyles from './facts.module.css'
import { showUtcDate } from './formats.ts'
import { trustCopy as text } from './trust-copy.ts'
import { COVERAGE_SHOWN_MAX, showCoverage, type Epoch } from './trust-parts.ts'
import styles from './trust.module.css'

const WIDTH = 720
const HEIGHT = 240
const EDGE = { top: 44, bottom: 56, left: 108, right: 12 }
const ALL = 10_000
/** So that a day's cents do not look like a mountain. */
const SPAN_MIN = 200

type Point = { epoch: number; at: number; share: bigint }

export function OverTime({ epochs }: { epochs: readonly Epoch[] }) {
  const points = epochs
    .flatMap(({ epoch, at, basisPoints }) =>
      basisPoints === null ? [] : [{ epoch, at: Date.parse(at), share: basisPoints }],
    )
    .toReversed()
  const newest = points.at(-1)
  if (!newest) return null
  const lowest = points.reduce((least, { share }) => (share < least ? share : least), newest.share)
  const label = text.picture(
    points.length,
    showCoverage({ basisPoints: lowest }),
    showCoverage({ basisPoints: newest.share }),
  )
  return (
    <Section title={text.overTime}>
      {points.length === 1 ? (
        <p className={factsStyles.prose}>{text.overTimeFirst}</p>
      ) : (
        <>
          <p className={factsStyles.prose}>{text.overTimeLead}</p>
          <Picture points={points} label={label} />
        </>
      )}
    </Section>
  )
}

const drawn = (share: bigint): number => Math.min(Number(share), Number(COVERAGE_SHOWN_MAX))

/** The line at 100 % is always in it. */
function Picture({ points, label }: { points: readonly Point[]; label: string }) {
  const shares = points.map(({ share }) => drawn(share))
  const low = Math.min(ALL - SPAN_MIN / 4, ...shares)
  const high = Math.max(ALL + SPAN_MIN, ...shares)
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 0
  // Two of the same moment stand at the end.
  const span = last - first || 1
  const x = (at: number) => EDGE.left + ((at - first) / span) * (WIDTH - EDGE.left - EDGE.right)
  const y = (share: number) => EDGE.top + ((high - share) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const newest = points.at(-1)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className={`${factsStyles.picture} ${styles.picture}`}
    >
      <line x1={EDGE.left} x2={WIDTH} y1={y(ALL)} y2={y(ALL)} className={styles.all} />
      <text x={0} y={y(ALL)} dominantBaseline="central" className={factsStyles.axis}>
        {withPercent(100)}
      </text>
      <polyline
        points={points.map(({ at, share }) => `${x(at)},${y(drawn(share))}`).join(' ')}
        className={styles.line}
      />
      {points.map(({ epoch, at, share }) => (
        <circle
          key={epoch}
          cx={x(at)}
          cy={y(drawn(share))}
          r={4}
          className={share < ALL ? styles.under : styles.over}
        />
      ))}
      {newest ? (
        <text x={WIDTH} y={22} textAnchor="end">
          {showCoverage({ basisPoints: newest.share })}
        </text>
      ) : null}
      <text x={EDGE.left} y={HEIGHT - 8} className={factsStyles.axis}>
        {showUtcDate(first)}
      </text>
      <text x={WIDTH} y={HEIGHT - 8} textAnchor="end" className={factsStyles.axis}>
        {showUtcDate(last)}
      </text>
    </svg>
  )
}
