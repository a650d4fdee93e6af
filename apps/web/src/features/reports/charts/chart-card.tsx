import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../reports.module.css'

/** A month chart with its legend. */
const MONTH_CHART_HEIGHT = 296

type ChartCardProps = {
  heading: string
  note?: string
  /** Filters of what is drawn. */
  tools?: ReactNode
  /** As tall as the drawing will be. */
  height?: number
  /** The drawing; undefined while its figures are being read. */
  children: ReactNode | undefined
}

export function ChartCard({ heading, note, tools, height = MONTH_CHART_HEIGHT, children }: ChartCardProps) {
  return (
    <Card heading={heading}>
      {note ? <p className={styles.note}>{note}</p> : null}
      {tools}
      {children ?? <Skeleton height={height} />}
    </Card>
  )
}
