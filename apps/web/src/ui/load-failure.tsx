import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './load-failure.module.css'

/** Part of a page could not be read: say which, and offer another try. */
export function LoadFailure({
  text,
  retryLabel,
  onRetry,
}: {
  text: string
  retryLabel: string
  onRetry: () => unknown
}) {
  return (
    <div className={styles.failure}>
      <Notice tone="danger">{text}</Notice>
      <Button variant="default" onClick={() => void onRetry()}>
        {retryLabel}
      </Button>
    </div>
  )
}
