import type { ReactNode } from 'react'
import styles from './form-footer.module.css'

/** The line below a form that leads elsewhere. */
export function FormFooter({ children }: { children: ReactNode }) {
  return <p className={styles.footer}>{children}</p>
}
