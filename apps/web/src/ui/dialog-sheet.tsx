import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog-sheet.module.css'
import { ModalDialog } from './modal-dialog.tsx'

type DialogSheetProps = { title: string; onClose: () => void; locked?: boolean; children: ReactNode }

/** On phones a sheet from below. Open while mounted. */
export function DialogSheet({ title, onClose, locked = false, children }: DialogSheetProps) {
  const titleId = useId()
  return (
    <ModalDialog labelledBy={titleId} className={styles.dialog} locked={locked} onClose={onClose}>
      <div className={styles.sheet}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </ModalDialog>
  )
}

/** What decides about a sheet, at its end. It stays in view, however tall the sheet is, and never covers the focus. */
export function SheetFooter({ children }: { children: ReactNode }) {
  const footer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = footer.current
    const dialog = shown?.closest('dialog')
    if (!shown || !dialog) return undefined
    const size = new ResizeObserver(() => {
      dialog.style.setProperty('--sheet-footer', `${shown.offsetHeight}px`)
      // A message makes it taller while a field above it has the focus.
      const { activeElement } = document
      if (dialog.contains(activeElement) && !shown.contains(activeElement))
        activeElement?.scrollIntoView({ block: 'nearest' })
    })
    size.observe(shown)
    return () => size.disconnect()
  }, [])
  return (
    <div ref={footer} className={styles.footer}>
      {children}
    </div>
  )
}
