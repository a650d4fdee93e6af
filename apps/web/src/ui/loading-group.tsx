import type { ReactNode } from 'react'
import { copy } from '../lib/copy.ts'
import { Skeleton } from './skeleton.tsx'
import styles from './loading-group.module.css'

type LoadingGroupProps = {
  waiting: boolean
  /** About how tall they will be. */
  heights?: readonly number[]
  children: ReactNode
}

/**
 * Blocks that stand below one another and are as tall as what was read: they are shown together, because one that came
 * early would be pushed away by the ones above it.
 */
export function LoadingGroup({ waiting, heights = [200, 320], children }: LoadingGroupProps) {
  return (
    <>
      {waiting ? (
        <div role="status" aria-label={copy.common.loading} className={styles.waiting}>
          {heights.map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </div>
      ) : null}
      {/* There all the time, so that they read what they show. */}
      <div hidden={waiting} className={styles.blocks}>
        {children}
      </div>
    </>
  )
}
