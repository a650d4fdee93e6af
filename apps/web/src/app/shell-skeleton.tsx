import { copy } from '../lib/copy.ts'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './shell.module.css'
import { CONTENT_ID } from './skip-link.tsx'

const MENU_ROWS = Array.from({ length: MENU_LENGTH }, (_, row) => row)

/** The layout's shape, until the session is known. */
export function ShellSkeleton() {
  return (
    <div className={styles.shell} aria-busy="true">
      <div className={styles.sidebar}>
        <div className={styles.sidebarContent}>
          <div className={styles.brand} aria-hidden="true">
            <Logo />
          </div>
          <div className={styles.skeletonMenu}>
            {MENU_ROWS.map((row) => (
              <Skeleton key={row} height={44} />
            ))}
          </div>
        </div>
      </div>
      <div className={styles.topBar} aria-hidden="true">
        <Logo />
      </div>
      <main id={CONTENT_ID} className={styles.main}>
        <h1 className="visually-hidden">{copy.common.loading}</h1>
        <ContentSkeleton />
      </main>
    </div>
  )
}

/** A screen that is loading, announced to screen readers too. */
export function ContentSkeleton() {
  return (
    <div className={styles.skeletonContent} role="status" aria-label={copy.common.loading}>
      <Skeleton width={280} height={36} />
      <Skeleton width={420} height={20} />
      <div className={styles.skeletonCards}>
        <Skeleton height={180} />
        <Skeleton height={180} />
      </div>
    </div>
  )
}
