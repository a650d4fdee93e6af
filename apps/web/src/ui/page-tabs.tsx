import { Tabs } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import './tabs.css'

export type PageTab = {
  value: string
  label: string
  icon?: ReactNode
  content: ReactNode
  /** What was typed or is shown only once is still there after a look at another tab. */
  keep?: boolean
}

/** The tabs of a page. The open one is in the address, so that a link can lead straight to it; the first one is not. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly [PageTab, ...PageTab[]] }) {
  const [query, setQuery] = useSearchParams()
  const [first] = tabs
  const asked = query.get('tab')
  const open = tabs.find(({ value }) => value === asked) ?? first
  const show = (next: string | null) => {
    // Filters belong to the tab that they were set in.
    if (next !== open.value) setQuery(next === null || next === first.value ? {} : { tab: next }, { replace: true })
  }
  const list = useRef<HTMLDivElement>(null)
  const inView = useRef(first.value)
  useEffect(() => {
    if (inView.current === open.value) return
    inView.current = open.value
    // On phones the list is wider than the screen.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open.value])
  return (
    <Tabs
      value={open.value}
      onChange={show}
      keepMounted={false}
      classNames={{ list: 'tabs-list', tab: 'tabs-tab', panel: 'tabs-panel' }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map(({ value, label: name, icon }) => (
          <Tabs.Tab key={value} value={value} leftSection={icon}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content, keep = false }) => (
        <Tabs.Panel key={value} value={value} keepMounted={keep}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
