import type { ReactNode } from 'react'
import { copy } from '../lib/copy.ts'
import { Skeleton } from './skeleton.tsx'
import styles from './together.module.css'

/**
 * Blocks that stand below one another and are as tall as what was read: they are shown together, because one that came
 * early would be pushed away by the ones above it.
 */
export function Together({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  return (
    <>
      {waiting ? (
        <div role="status" aria-label={copy.common.loading} className={styles.waiting}>
          <Skeleton height={200} />
          <Skeleton height={320} />
        </div>
      ) : null}
      {/* There all the time, so that they read what they show. */}
      <div hidden={waiting} className={styles.blocks}>
        {children}
      </div>
    </>
  )
}
