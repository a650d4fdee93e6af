import { copy } from '../lib/copy.ts'
import styles from './skip-link.module.css'

export const CONTENT_ID = 'content'

export function SkipLink() {
  return (
    <a href={`#${CONTENT_ID}`} className={styles.link}>
      {copy.common.skipToContent}
    </a>
  )
}
