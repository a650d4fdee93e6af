import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './figure-list.module.css'

export type Figure = { name: string; value: ReactNode; isTotal?: boolean }

type FigureListProps = {
  heading: string
  /** Undefined while loading. */
  figures: readonly Figure[] | undefined
  skeletonRows: number
}

/** Figures one below the other, with their sums. */
export function FigureList({ heading, figures, skeletonRows }: FigureListProps) {
  const loading = Array.from({ length: skeletonRows }, (_, row): Figure => ({
    name: String(row),
    value: <Skeleton width={120} height={16} />,
  }))
  return (
    <Card heading={heading}>
      <dl className={styles.list} aria-busy={figures === undefined}>
        {(figures ?? loading).map(({ name, value, isTotal = false }) => (
          <div key={name} className={styles.figure} data-total={isTotal}>
            <dt>{figures ? name : <Skeleton width={160} height={16} />}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
