import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog-sheet.module.css'

type DialogSheetProps = { title: string; onClose: () => void; locked?: boolean; children: ReactNode }

/** A modal dialog, on phones a sheet from below. Open while mounted; the browser keeps the focus inside. */
export function DialogSheet({ title, onClose, locked = false, children }: DialogSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it is removed: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
      // Browsers let a second Escape close what refused the first.
      onClose={() => {
        if (locked && dialog.current?.isConnected) dialog.current.showModal()
      }}
      onClick={(event) => {
        // Only the backdrop belongs to the dialog itself.
        if (event.target === dialog.current && !locked) onClose()
      }}
    >
      <div className={styles.sheet}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
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
