import type { ClipboardEvent, SyntheticEvent } from 'react'
import styles from './middle-truncated.module.css'

const TAIL_LENGTH = 12
/** Shorter texts are never cut, so they need no place in the order of tabs. */
const WHOLE_MAX = 22

/** A long e-mail or id, cut in the middle where there is no room, and whole on hover, on focus and when it is copied. */
export function MiddleTruncated({ text }: { text: string }) {
  if (text.length <= WHOLE_MAX) return <span className={styles.whole}>{text}</span>
  return (
    <span
      className={styles.truncated}
      data-whole={text}
      // Focus is the keyboard's way to the whole text.
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

/** The whole text is shown towards the middle of the page, so that the page has not to be wider for it. */
function turnInwards({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const { left, right } = currentTarget.getBoundingClientRect()
  currentTarget.dataset['side'] = left + right > document.documentElement.clientWidth ? 'end' : 'start'
}

/** With nothing selected all of it, and never with a break between the two parts that it is drawn in. */
function copyInOnePiece(event: ClipboardEvent<HTMLElement>, whole: string): void {
  const selection = getSelection()
  const isInside = (node: Node | null | undefined) => event.currentTarget.contains(node ?? null)
  const isNothing = selection?.isCollapsed !== false
  // A selection that goes on elsewhere has other breaks, which belong there.
  if (!isNothing && !(isInside(selection.anchorNode) && isInside(selection.focusNode))) return
  event.clipboardData.setData('text/plain', isNothing ? whole : selection.toString().replaceAll('\n', ''))
  event.preventDefault()
}
