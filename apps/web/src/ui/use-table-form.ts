import { useEffect, useLayoutEffect, useRef } from 'react'

/** Below this a card has no room for a table, whatever the rows say: so rows do not change their form when they arrive. */
const TABLE_MIN_PX = { few: 640, many: 800 }

/** The table's cells on one line each, then with what may break, broken. */
const TABLE_FORMS = ['roomy', 'tight']

/**
 * A table where it fits into its card, otherwise a card for each row. Measured, because no query can know it: the width
 * that a table needs depends on what its rows say.
 */
export function useTableForm(columns: 'few' | 'many') {
  const ruler = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const minimum = TABLE_MIN_PX[columns]

  // After every render: rows and columns may be others.
  useLayoutEffect(() => chooseForm({ ruler: ruler.current, table: table.current, minimum }))

  useEffect(() => {
    const choose = () => chooseForm({ ruler: ruler.current, table: table.current, minimum })
    const width = new ResizeObserver(choose)
    if (ruler.current) width.observe(ruler.current)
    // A cell may grow by itself, without the table being rendered. In the next frame: the form changes the size again.
    const content = new ResizeObserver(() => {
      if ((table.current?.offsetWidth ?? 0) > (ruler.current?.offsetWidth ?? 0)) requestAnimationFrame(choose)
    })
    if (table.current) content.observe(table.current)
    void document.fonts.ready.then(choose)
    return () => {
      width.disconnect()
      content.disconnect()
    }
  }, [minimum])

  return { ruler, table }
}

type Parts = { ruler: HTMLElement | null; table: HTMLElement | null; minimum: number }

function chooseForm({ ruler, table, minimum }: Parts): void {
  const frame = table?.parentElement
  const width = ruler?.offsetWidth ?? 0
  if (!table || !frame || width === 0) return
  if (width < minimum) {
    table.dataset['form'] = 'cards'
    return
  }
  // As high as before while it is tried, or a page that is shorter for a moment would lose its place.
  frame.style.height = `${frame.offsetHeight}px`
  const fitting = TABLE_FORMS.find((form) => {
    table.dataset['form'] = form
    return table.offsetWidth <= width
  })
  table.dataset['form'] = fitting ?? 'cards'
  frame.style.height = ''
}
