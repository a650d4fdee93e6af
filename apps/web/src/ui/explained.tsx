import type { Figure } from '@trefoil/contract/figures'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import type { FigureParts } from '../lib/figure-parts.ts'
import styles from './explained.module.css'

const readSheet = () => import('./explain-sheet.tsx')
const ExplainSheet = lazy(readSheet)

type ExplainedProps = {
  figure: Figure
  of?: FigureParts
  /** The figure as it would look anyway. */
  children: ReactNode
}

/** A figure that opens its explanation. The sheet loads when somebody is about to ask for it. */
export function Explained({ figure, of = {}, children }: ExplainedProps) {
  const [isOpen, setOpen] = useState(false)
  const prepare = () => {
    // Whoever then asks waits for it, or reads that it failed.
    readSheet().catch(() => undefined)
  }
  return (
    <>
      <button
        type="button"
        className={styles.figure}
        title={dashboardCopy.explain}
        aria-haspopup="dialog"
        data-figure={figure}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen
        ? // A figure may be in a paragraph or a line of a table, and a sheet must not be.
          createPortal(
            <Suspense fallback={null}>
              <ExplainSheet figure={figure} of={of} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}
