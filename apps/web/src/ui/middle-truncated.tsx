import type { ClipboardEvent, SyntheticEvent } from 'react'
import styles from './middle-truncated.module.css'

const TAIL_LENGTH = 12
/** Shorter texts are never cut, so they need no tab stop. */
const WHOLE_MAX = 22

/** A long e-mail or id, truncated in the middle if there is no room; whole on hover, on focus and when copied. */
export function MiddleTruncated({ text }: { text: string }) {
  if (text.length <= WHOLE_MAX) return <span className={styles.whole}>{text}</span>
  return (
    <span
      className={styles.truncated}
      data-whole={text}
      // Focus shows the whole text to keyboard users.
      tabIndex={0}
      onFocus={turnInwards}
      onPointerEnter={turnInwards}
      onCopy={(event) => copyInOnePiece(event, text)}
    >
      <span className={styles.line}>
        <span className={styles.head}>{text.slice(0, -TAIL_LENGTH)}</span>
        <span className={styles.tail}>{text.slice(-TAIL_LENGTH)}</span>
      </span>
    </span>
  )
}

/** The whole text extends towards the middle of the page, so that it does not widen the page. */
function turnInwards({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const { left, right } = currentTarget.getBoundingClientRect()
  currentTarget.dataset['side'] = left + right > document.documentElement.clientWidth ? 'end' : 'start'
}

/** The whole text if nothing is selected, and never with a break between its two parts. */
function copyInOnePiece(event: ClipboardEvent<HTMLElement>, whole: string): void {
  const selection = getSelection()
  const isInside = (node: Node | null | undefined) => event.currentTarget.contains(node ?? null)
  const isNothing = selection?.isCollapsed !== false
  // A selection that extends beyond it keeps its other line breaks.
  if (!isNothing && !(isInside(selection.anchorNode) && isInside(selection.focusNode))) return
  event.clipboardData.setData('text/plain', isNothing ? whole : selection.toString().replaceAll('\n', ''))
  event.preventDefault()
}
