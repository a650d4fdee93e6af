import type { CSSProperties } from 'react'
import IconChevronRight from '~icons/tabler/chevron-right'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { reportsCopy } from '../copy.ts'
import { hasBranch, type Row } from './team-tree.ts'
import { initialOf, nameOf } from './member-words.ts'
import stages from './stages.module.css'
import styles from './tree-outline.module.css'
import { positionWord } from '../../../lib/server-words.ts'

const text = reportsCopy.tree

type OutlineRowProps = {
  row: Row
  isRoot: boolean
  /** Whether it is the tab stop. */
  isCurrent: boolean
  isLoading: boolean
  hasFailed: boolean
  below: number
  onPick: () => void
}

export function OutlineRow({ row, isRoot, isCurrent, isLoading, hasFailed, below, onPick }: OutlineRowProps) {
  const { facts } = row
  const canOpen = hasBranch(facts)
  return (
    <li
      role="treeitem"
      data-ref={row.ref}
      aria-level={facts.level + 1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-expanded={canOpen ? row.isOpen : undefined}
      aria-selected={isCurrent}
      aria-busy={isLoading}
      tabIndex={isCurrent ? 0 : -1}
      className={styles.row}
      style={{ '--level': facts.level } as CSSProperties}
      onClick={onPick}
    >
      <span className={styles.arrow} data-can-open={canOpen} data-open={row.isOpen} aria-hidden="true">
        <IconChevronRight size={18} />
      </span>
      <span className={`${styles.letter} ${stages.stage}`} data-stage={facts.stage} aria-hidden="true">
        {initialOf(facts.name)}
      </span>
      <span className={styles.who}>
        <span className={styles.name}>
          {nameOf(facts.name)}
          {isRoot ? <span className={styles.you}>{text.you}</span> : null}
        </span>
        <span className={styles.facts}>
          <span>{text.stage(facts.stage)}</span>
          {facts.position && !isRoot ? <span className="capitalised">{positionWord(facts.position)}</span> : null}
          <StatusDot tone={facts.status === 'active' ? 'positive' : 'calm'}>
            {reportsCopy.tree.statuses[facts.status]}
          </StatusDot>
          <span>{canOpen ? text.below(below) : text.nobodyBelow}</span>
        </span>
      </span>
      {isLoading ? <span className={styles.busy}>{text.loading}</span> : null}
      {hasFailed ? <span className={styles.failed}>{text.branchFailed}</span> : null}
    </li>
  )
}
