import { Activity, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { lineKey } from '../lib/line-key.ts'
import styles from './page-tabs.module.css'

export type PageTab = {
  value: string
  label: string
  icon?: ReactNode
  content: ReactNode
  /** Keeps what was typed, or is shown only once, while another tab is open. */
  keep?: boolean
}

/** The tabs of a page. The open one is in the address, so that it can be linked to; the first one is not. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly [PageTab, ...PageTab[]] }) {
  const [query, setQuery] = useSearchParams()
  const [first] = tabs
  const asked = query.get('tab')
  const open = tabs.find(({ value }) => value === asked) ?? first
  const show = (next: PageTab) => {
    // Filters belong to the tab they were set in.
    if (next !== open) setQuery(next === first ? {} : { tab: next.value }, { replace: true })
  }
  const list = useRef<HTMLDivElement>(null)
  const inView = useRef(first.value)
  useEffect(() => {
    if (inView.current === open.value) return
    inView.current = open.value
    // On phones the list is wider than the screen.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open.value])

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.indexOf(open)
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: (at + 1) % tabs.length, Home: 0, End: -1 }
    const place = places[lineKey(event.key)]
    const next = place === undefined ? undefined : tabs.at(place)
    // With a modifier they belong to the browser: Alt and an arrow go back and forward.
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(next)
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }

  const id = useId()
  const idOf = (part: 'tab' | 'panel', { value }: PageTab) => `${id}-${part}-${value}`
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={idOf('tab', tab)}
            data-value={tab.value}
            aria-selected={tab === open}
            aria-controls={idOf('panel', tab)}
            // One Tab stop; the arrow keys move between tabs.
            tabIndex={tab === open ? 0 : -1}
            className={styles.tab}
            onClick={() => show(tab)}
            onKeyDown={walk}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={idOf('panel', tab)}
          aria-labelledby={idOf('tab', tab)}
          hidden={tab !== open}
          className={styles.panel}
        >
          {tab.keep ? (
            <Activity mode={tab === open ? 'visible' : 'hidden'}>{tab.content}</Activity>
          ) : tab === open ? (
            tab.content
          ) : null}
        </div>
      ))}
    </div>
  )
}
