import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { showCount } from '../lib/formats.ts'
import { pageWindow } from '../lib/page-window.ts'
import styles from './pagination.module.css'

const text = dashboardCopy.pagination

type PaginationProps = { page: number; totalPages: number; onChange: (page: number) => void }

/** Previous, numbered pages, Next; nothing at all when there is one page. */
export function Pagination({ page, totalPages, onChange }: PaginationProps) {
  if (totalPages <= 1) return null
  const step = (next: number) => {
    if (next >= 1 && next <= totalPages) onChange(next)
  }
  return (
    <nav aria-label={text.label} className={styles.pagination}>
      <button type="button" className={styles.step} aria-disabled={page <= 1} onClick={() => step(page - 1)}>
        {text.previous}
      </button>
      <ol className={styles.pages}>
        {pageWindow({ page, totalPages }).map((each, index) =>
          each === 'gap' ? (
            // The one before the current page, and the one after it.
            <li key={`gap ${index}`} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={each}>
              <button
                type="button"
                className={styles.page}
                aria-label={text.page(showCount(each))}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onChange(each)}
              >
                {showCount(each)}
              </button>
            </li>
          ),
        )}
      </ol>
      <button type="button" className={styles.step} aria-disabled={page >= totalPages} onClick={() => step(page + 1)}>
        {text.next}
      </button>
    </nav>
  )
}
