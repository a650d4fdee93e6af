import { showCount } from '../../../lib/formats.ts'
import { reportsCopy } from '../copy.ts'
import type { PlacedNode } from './chart-layout.ts'
import { initialOf, nameOf } from './member-words.ts'
import stages from './stages.module.css'
import styles from './tree-graph.module.css'
import { positionWord } from '../../../lib/server-words.ts'

const text = reportsCopy.tree
const SIZE = 64

/** A rounded square with a letter. The chart handles its events. */
export function GraphNode({ name, attributes, isLeaving = false }: PlacedNode & { isLeaving?: boolean }) {
  const { ref, empty, stage, position, below, open, busy } = attributes
  const square = { x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 16 }
  if (empty) return <rect {...square} className={styles.empty} aria-hidden="true" />
  const words = [
    nameOf(name),
    text.stage(stage),
    positionWord(position),
    below > 0 ? text.below(below) : text.nobodyBelow,
  ]
  const isClosed = below > 0 && !open
  return (
    <>
      <g
        role="button"
        tabIndex={-1}
        data-ref={isLeaving ? undefined : ref}
        data-stage={stage}
        data-busy={busy}
        aria-label={words.filter(Boolean).join(', ')}
        aria-expanded={below > 0 ? open : undefined}
        className={`${styles.member} ${stages.stage}`}
      >
        <rect {...square} className={styles.square} />
        <text className={styles.letter} textAnchor="middle" dominantBaseline="central">
          {initialOf(name)}
        </text>
        {/* Pressing the count below presses the member. */}
        {isClosed ? (
          <rect x={-SIZE / 2} y={SIZE / 2} width={SIZE} height={28} fill="transparent" stroke="none" />
        ) : null}
      </g>
      {/* Beside the button, whose name tells the same in words. */}
      {isClosed ? (
        <text y={SIZE / 2 + 18} className={styles.more} textAnchor="middle" pointerEvents="none" aria-hidden="true">
          {busy ? '…' : `+${showCount(below)}`}
        </text>
      ) : null}
    </>
  )
}
