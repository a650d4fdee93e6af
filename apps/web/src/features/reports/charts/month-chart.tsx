import { useState, type ReactNode } from 'react'
import { showMonth, showShort } from '../../../lib/formats.ts'
import { reportsCopy } from '../copy.ts'
import styles from './month-chart.module.css'
import { ticksUpTo } from './scale.ts'
import { useWidth } from './use-width.ts'

/** `show`: as it is in the table, where it opens its explanation. */
export type Series = { label: string; values: readonly number[]; show: (value: number, month: string) => ReactNode }

type MonthChartProps = {
  label: string
  /** 2026-03, the oldest first. */
  months: readonly string[]
  bars: Series
  /** On a scale of its own, at the right. */
  line?: Series
  /** Counts of people have no halves. */
  whole?: boolean
}

const HEIGHT = 260
// `end`: where no line has its scale, room for the name of the last month.
const EDGE = { top: 12, bottom: 28, side: 48, end: 16 }
const LETTER_WIDTH = 6
const INVISIBLE = /\p{Cf}/gu

/** For the figures of a scale: some languages have words for thousands and millions. */
function sideOf(ticks: readonly number[]): number {
  const letters = Math.max(...ticks.map((tick) => showShort(tick).replaceAll(INVISIBLE, '').length))
  return Math.max(EDGE.side, 10 + letters * LETTER_WIDTH)
}

/** Bars per month, and a line over them. The numbers are in the table that stands with it, so this is a picture of them. */
export function MonthChart({ label, months, bars, line, whole = false }: MonthChartProps) {
  const { ref, width } = useWidth()
  // Stays when the pointer leaves, so that the figures of a month can be reached.
  const [pointed, setPointed] = useState<number>()
  const shown = pointed ?? months.length - 1
  const month = months[shown] ?? ''
  const isEmpty = [...bars.values, ...(line?.values ?? [])].every((value) => value === 0)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.month}>{showMonth(month)}</span>
        <span className={styles.key} data-series="bars">
          {bars.label} <strong>{bars.show(bars.values[shown] ?? 0, month)}</strong>
        </span>
        {line ? (
          <span className={styles.key} data-series="line">
            {line.label} <strong>{line.show(line.values[shown] ?? 0, month)}</strong>
          </span>
        ) : null}
      </figcaption>
      <div ref={ref} className={styles.plot} style={{ height: HEIGHT }}>
        {isEmpty ? <p className={styles.nothing}>{reportsCopy.reports.nothingYet}</p> : null}
        {width > 0 ? (
          <svg width={width} height={HEIGHT} role="img" aria-label={label}>
            <Plot {...{ months, bars, line: isEmpty ? undefined : line, whole, width, pointed, onPoint: setPointed }} />
          </svg>
        ) : null}
      </div>
    </figure>
  )
}

type PlotProps = Omit<MonthChartProps, 'label' | 'line'> & {
  line: Series | undefined
  whole: boolean
  width: number
  pointed: number | undefined
  onPoint: (index: number) => void
}

function Plot({ months, bars, line, whole, width, pointed, onPoint }: PlotProps) {
  const plotHeight = HEIGHT - EDGE.top - EDGE.bottom
  const barTicks = ticksUpTo(Math.max(0, ...bars.values), { whole })
  const lineTicks = ticksUpTo(Math.max(0, ...(line?.values ?? [])), { whole })
  const start = sideOf(barTicks)
  const end = line ? sideOf(lineTicks) : EDGE.end
  const step = (width - start - end) / months.length
  const barWidth = Math.min(40, step * 0.6)
  const heightOf = (value: number, ticks: number[]) => (value / (ticks.at(-1) || 1)) * plotHeight
  const middle = (index: number) => start + (index + 0.5) * step
  const bottom = EDGE.top + plotHeight
  // Every month has a name where there is room, else every second or third.
  const every = Math.ceil(40 / step)
  const points = line?.values.map((value, index) => `${middle(index)},${bottom - heightOf(value, lineTicks)}`) ?? []
  return (
    <>
      {barTicks.map((tick) => (
        <g key={tick}>
          <line
            className={styles.grid}
            x1={start}
            x2={width - end}
            y1={bottom - heightOf(tick, barTicks)}
            y2={bottom - heightOf(tick, barTicks)}
          />
          <text
            className={styles.tick}
            x={start - 8}
            y={bottom - heightOf(tick, barTicks)}
            textAnchor="end"
            dominantBaseline="central"
          >
            {showShort(tick)}
          </text>
        </g>
      ))}
      {line
        ? lineTicks.map((tick) => (
            <text
              key={tick}
              className={styles.lineTick}
              x={width - end + 8}
              y={bottom - heightOf(tick, lineTicks)}
              dominantBaseline="central"
            >
              {showShort(tick)}
            </text>
          ))
        : null}
      {months.map((month, index) => {
        const height = heightOf(bars.values[index] ?? 0, barTicks)
        return (
          <g key={month} onPointerEnter={() => onPoint(index)} data-pointed={pointed === index} className={styles.slot}>
            <rect
              className={styles.reach}
              x={middle(index) - step / 2}
              y={EDGE.top}
              width={step}
              height={plotHeight + EDGE.bottom}
            />
            <rect
              className={styles.bar}
              x={middle(index) - barWidth / 2}
              y={bottom - height}
              width={barWidth}
              height={height}
              rx={Math.min(4, height / 2)}
            />
            {(months.length - 1 - index) % every === 0 ? (
              <text className={styles.tick} x={middle(index)} y={HEIGHT - 8} textAnchor="middle">
                {showMonth(month, 'short')}
              </text>
            ) : null}
          </g>
        )
      })}
      {line ? <polyline className={styles.line} points={points.join(' ')} /> : null}
      {line
        ? line.values.map((value, index) => (
            <circle
              key={months[index]}
              className={styles.point}
              cx={middle(index)}
              cy={bottom - heightOf(value, lineTicks)}
              r={pointed === index ? 5 : 3}
            />
          ))
        : null}
    </>
  )
}
