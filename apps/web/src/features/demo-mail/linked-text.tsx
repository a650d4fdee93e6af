import { Link } from 'react-router'
import styles from './demo-mail-page.module.css'
import { splitLinks } from './split-links.ts'

/** Mail as plain text, with its addresses made clickable. */
export function LinkedText({ children }: { children: string }) {
  return (
    <p className={styles.text}>
      {splitLinks(children).map(({ text, path }, place) =>
        path === null ? (
          text
        ) : (
          <Link key={place} to={path}>
            {text}
          </Link>
        ),
      )}
    </p>
  )
}
