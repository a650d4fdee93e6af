import { Fragment, type ReactNode } from 'react'

const FIRST_MARK = 0xe000

/** A text with elements in its gaps, wherever the language has them: `fillGaps((amount) => copy.sent(name, amount), <Money />)`. */
export function fillGaps(text: (...gaps: string[]) => string, ...elements: ReactNode[]): ReactNode {
  const marks = elements.map((_, index) => String.fromCharCode(FIRST_MARK + index))
  return text(...marks)
    .split(/([\ue000-\ue0ff])/)
    .map((piece, index) => {
      const element = marks.indexOf(piece)
      // Which piece is which never changes.
      return <Fragment key={index}>{element === -1 ? piece : elements[element]}</Fragment>
    })
}
