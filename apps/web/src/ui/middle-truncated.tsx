import styles from './middle-truncated.module.css'

const TAIL_LENGTH = 12
/** Shorter texts are never cut, so they need no place in the order of tabs. */
const WHOLE_MAX = 22

/** A long e-mail or id, cut in the middle where there is no room, and whole on hover and focus. */
export function MiddleTruncated({ text }: { text: string }) {
  if (text.length <= WHOLE_MAX) return <span className={styles.whole}>{text}</span>
  return (
    <span
      className={styles.truncated}
      data-whole={text}
      // Focus is the keyboard's way to the whole text.
      tabIndex={0}
    >
      <span className={styles.head}>{text.slice(0, -TAIL_LENGTH)}</span>
      <span className={styles.tail}>{text.slice(-TAIL_LENGTH)}</span>
    </span>
  )
}
