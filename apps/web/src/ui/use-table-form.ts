import { useEffect, useLayoutEffect, useRef } from 'react'

/** Narrower cards never show a table, whatever the rows contain, so rows keep their form when data arrives. */
const TABLE_MIN_PX = { few: 640, many: 800 }

/** First with every cell on one line, then with line breaks where a column allows them. */
const TABLE_FORMS = ['roomy', 'tight']

/**
 * A table if it fits into its card, otherwise a card for each row. Measured, because no container query can tell: the
 * width that a table needs depends on its rows.
 */
export function useTableForm(columns: 'few' | 'many') {
  const ruler = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const minimum = TABLE_MIN_PX[columns]

  // After every render: rows and columns may have changed.
  useLayoutEffect(() => chooseForm({ ruler: ruler.current, table: table.current, minimum }))

  useEffect(() => {
    const choose = () => chooseForm({ ruler: ruler.current, table: table.current, minimum })
    const width = new ResizeObserver(choose)
    if (ruler.current) width.observe(ruler.current)
    // A cell may grow without a render. In the next frame, because another form changes the size again.
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
  // Keeps its height while forms are tried: a page that is briefly shorter would lose its scroll position.
  frame.style.height = `${frame.offsetHeight}px`
  const fitting = TABLE_FORMS.find((form) => {
    table.dataset['form'] = form
    return table.offsetWidth <= width
  })
  table.dataset['form'] = fitting ?? 'cards'
  frame.style.height = ''
}
