import { Link } from 'react-router'
import { copy } from '../lib/copy.ts'
import { usePublicSettingsQuery } from '../lib/public-settings-api.ts'
import styles from './demo-bar.module.css'

const STARTING_RETRY_MS = 3000

export function DemoBar() {
  const { data, isError } = usePublicSettingsQuery()
  // A server that is still starting answers 503; later it says whether this is a demo.
  usePublicSettingsQuery(undefined, { pollingInterval: isError ? STARTING_RETRY_MS : 0 })
  // The page itself is marked as a demo, so its layout has room for the bar from the start.
  const isDemo = data ? data.demo !== undefined : 'demo' in document.documentElement.dataset
  if (!isDemo) return null
  return (
    <aside className={styles.bar} aria-label={copy.demo.mark}>
      <strong className={styles.mark}>{copy.demo.mark}</strong>
      <span className={styles.text}>{copy.demo.explanation}</span>
      <Link to="/demo/mail" className={styles.link}>
        {copy.demo.mailLink}
      </Link>
    </aside>
  )
}
