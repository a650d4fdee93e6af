import type { ReactNode } from 'react'
import { copy } from '../lib/copy.ts'
import { Skeleton } from './skeleton.tsx'
import styles from './loading-group.module.css'

type LoadingGroupProps = {
  waiting: boolean
  /** Approximate heights. */
  heights?: readonly number[]
  children: ReactNode
}

/**
 * Blocks one below the other whose heights depend on their data. They appear together: an early one would be pushed
 * down by those above it.
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
      {/* Mounted from the start, so that they load their data. */}
      <div hidden={waiting} className={styles.blocks}>
        {children}
      </div>
    </>
  )
}
