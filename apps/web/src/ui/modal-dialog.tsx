import { useLayoutEffect, useRef, type ReactNode } from 'react'

type ModalDialogProps = {
  /** The id of its title. */
  labelledBy: string
  className: string | undefined
  onClose: () => void
  /** Neither Escape nor a click outside closes it. */
  locked?: boolean
  children: ReactNode
}

/** The browser's own: open while mounted, keeps the focus inside, and Escape or a click outside closes it. */
export function ModalDialog({ labelledBy, className, onClose, locked = false, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it is removed: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // A question begins with its first field or button, not with a figure in it that could be explained.
    if (document.activeElement?.matches('[data-figure]'))
      shown?.querySelector<HTMLElement>('input, select, textarea, button:not([data-figure])')?.focus()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      className={className}
      onCancel={(event) => {
        // One that was opened from inside this one reports here as well, though it is elsewhere in the document.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (!locked) onClose()
      }}
      // Browsers let a second Escape close what refused the first.
      onClose={(event) => {
        if (event.target === dialog.current && locked && dialog.current?.isConnected) dialog.current.showModal()
      }}
      onClick={(event) => {
        // Only the backdrop belongs to the dialog itself.
        if (event.target === dialog.current && !locked) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
