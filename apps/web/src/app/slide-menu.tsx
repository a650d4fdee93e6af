import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import IconMenu2 from '~icons/tabler/menu-2'
import IconX from '~icons/tabler/x'
import { copy } from '../lib/copy.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import styles from './slide-menu.module.css'

/** The hamburger of small screens. A modal dialog: the browser keeps the focus inside, and Escape closes it. */
export function SlideMenu({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  useEffect(() => dialog.current?.close(), [key])

  return (
    <>
      <IconButton label={copy.menu.open} aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <IconMenu2 aria-hidden="true" />
      </IconButton>
      <dialog
        ref={dialog}
        aria-label={copy.menu.label}
        className={styles.dialog}
        onClick={(event) => {
          // Only the backdrop belongs to the dialog itself.
          if (event.target === dialog.current) dialog.current.close()
        }}
      >
        <div className={styles.sheet}>
          <div className={styles.head}>
            <Logo />
            <IconButton label={copy.menu.close} onClick={() => dialog.current?.close()}>
              <IconX aria-hidden="true" />
            </IconButton>
          </div>
          {children}
        </div>
      </dialog>
    </>
  )
}
