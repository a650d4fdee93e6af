import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { copy } from '../lib/copy.ts'
import styles from './page-title.module.css'

type PageTitleProps = { children: ReactNode; lead?: ReactNode; documentTitle: string }

/** Whether another page was shown before this one. */
let isUnderWay = false

/** The one heading of a page. After a change of page it takes the focus, so that a screen reader starts there. */
export function PageTitle({ children, lead, documentTitle }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  // The first page of a visit keeps the browser's own focus, also after a reload.
  const [firstPage] = useState(!isUnderWay)

  useEffect(() => {
    const title = copy.product.inTab(documentTitle)
    // The page shell may have set it already.
    if (document.title !== title) document.title = title
  }, [documentTitle])
  useEffect(() => {
    isUnderWay = true
    if (!firstPage) heading.current?.focus({ preventScroll: true })
  }, [firstPage, pathname])

  return (
    <header className={styles.header}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {children}
      </h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
    </header>
  )
}
