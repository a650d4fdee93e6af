import type { Term } from '@trefoil/contract/explain'
import { explainCopy } from '../lib/explain-copy.ts'
import { showCount } from '../lib/formats.ts'
import { Money } from './money.tsx'
import { StatusDot } from './status-dot.tsx'

type FigureValueProps = {
  unit: Term['unit']
  value: number
  /** A part of a sum: with a sign. */
  signed?: boolean
}

/** As screens show it. */
export function FigureValue({ unit, value, signed = false }: FigureValueProps) {
  if (unit === 'usd') return <Money amount={value} signed={signed} />
  if (unit === 'percent') return explainCopy.percent(value)
  if (unit === 'status')
    return (
      <StatusDot tone={value > 0 ? 'positive' : 'calm'}>
        {value > 0 ? explainCopy.statuses.active : explainCopy.statuses.inactive}
      </StatusDot>
    )
  if (unit === 'stage' && !signed) return explainCopy.stage(value)
  const sign = value < 0 ? '\u2212' : signed && value > 0 ? '+' : ''
  return `${sign}${showCount(Math.abs(value))}`
}
