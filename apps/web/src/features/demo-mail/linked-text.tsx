import { Link } from 'react-router'
import styles from './demo-mail-page.module.css'
import { splitLinks } from './split-links.ts'

/** A plain-text mail with clickable links. */
export function LinkedText({ children }: { children: string }) {
  return (
    <p className={`${styles.text} own-direction`}>
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
