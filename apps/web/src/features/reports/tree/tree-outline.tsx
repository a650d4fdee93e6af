import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { lineKey } from '../../../lib/line-key.ts'
import { reportsCopy } from '../copy.ts'
import { TreeFrame } from './tree-frame.tsx'
import { moveFor, typedAhead, type Move } from './outline-moves.ts'
import { OutlineRow } from './outline-row.tsx'
import { rowsOf } from './team-tree.ts'
import styles from './tree-outline.module.css'
import { useTeamTree } from './use-team-tree.ts'

const text = reportsCopy.tree
const TYPING_MS = 600
/** As much as people can take in and a phone can render; the oldest branches close by themselves. */
const ROWS_MAX = 1000

/** The team as an outline: one tab stop, arrow keys inside, branches load as they open. */
export default function TreeOutline() {
  const team = useTeamTree({ most: ROWS_MAX })
  const { tree, target } = team
  const rows = tree ? rowsOf(tree, new Set(team.open)) : []
  const [focused, setFocused] = useState<string>()
  const current = Math.max(
    0,
    rows.findIndex(({ ref }) => ref === focused),
  )
  const list = useRef<HTMLUListElement>(null)
  const typing = useRef({ words: '', until: 0 })
  const helpId = useId()

  const focus = (ref: string) => {
    setFocused(ref)
    list.current?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`)?.focus()
  }
  useEffect(() => {
    if (!target) return
    setFocused(target.ref)
    const row = list.current?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(target.ref)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [target])

  function act(move: Move): void {
    if ('focus' in move) focus(move.focus)
    else if ('close' in move) team.closeBranch(move.close)
    else for (const ref of move.open) void team.openBranch(ref)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = moveFor(lineKey(event.key), rows, current) ?? typed(event)
    if (!move) return
    event.preventDefault()
    act(move)
  }

  function typed({ key, timeStamp }: KeyboardEvent): Move | undefined {
    if (key.length !== 1 || key === ' ') return undefined
    const { words, until } = typing.current
    const now = timeStamp < until ? words + key : key
    typing.current = { words: now, until: timeStamp + TYPING_MS }
    return typedAhead(now, rows, current)
  }

  return (
    <TreeFrame team={team} chosen={rows[current]?.ref}>
      <p id={helpId} className={styles.help}>
        {text.outlineHelp}
      </p>
      <ul
        ref={list}
        role="tree"
        aria-label={text.outline}
        aria-describedby={helpId}
        className={styles.tree}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <OutlineRow
            key={row.ref}
            row={row}
            isRoot={row.ref === tree?.root}
            isCurrent={index === current}
            isLoading={team.loading.includes(row.ref)}
            hasFailed={team.failed.includes(row.ref)}
            below={row.facts.team_size}
            onPick={() => {
              setFocused(row.ref)
              act(moveFor('Enter', rows, index) ?? { focus: row.ref })
            }}
          />
        ))}
      </ul>
    </TreeFrame>
  )
}
