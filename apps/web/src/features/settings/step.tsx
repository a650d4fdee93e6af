import { useEffect, useRef, type ReactNode } from 'react'
import styles from './step.module.css'

/** One step of a small procedure inside a card. */
export function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A step without a field of its own is announced by its heading.
    if (!heading.current?.parentElement?.contains(document.activeElement)) heading.current?.focus()
  }, [])
  return (
    <div className={styles.step}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h3>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
