import { useEffect, useRef, type RefObject } from 'react'
import { showCount } from '../../../lib/formats.ts'
import { reportsCopy } from '../copy.ts'
import { nameOf } from './member-words.ts'
import type { MemberFacts } from './team-tree.ts'
import styles from './tree-graph.module.css'
import { positionWord } from '../../../lib/server-words.ts'

const text = reportsCopy.tree
const GAP = 10

/** Describes the member under the pointer or with the focus. Follows its square while the chart moves. */
export function GraphTip({ facts, frame }: { facts: MemberFacts; frame: RefObject<HTMLElement | null> }) {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let request = 0
    const follow = () => {
      const square = frame.current?.querySelector(`[data-ref="${CSS.escape(facts.ref)}"] rect`)
      if (square && tip.current && frame.current) place(tip.current, square, frame.current)
      request = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(request)
  }, [facts.ref, frame])
  return (
    <div ref={tip} role="tooltip" className={styles.tip}>
      <p className={styles.tipName}>{nameOf(facts.name)}</p>
      <dl className={styles.tipFacts}>
        <dt>{text.stageLabel}</dt>
        <dd>{facts.stage}</dd>
        <dt>{text.position}</dt>
        <dd className="capitalised">{positionWord(facts.position ?? '')}</dd>
        <dt>{text.team}</dt>
        <dd>{showCount(facts.team_size)}</dd>
      </dl>
    </div>
  )
}

/** Beside the square, where there is room; on narrow screens below it. */
function place(tip: HTMLElement, square: Element, frame: HTMLElement): void {
  const inside = frame.getBoundingClientRect()
  const { left, right, top, bottom, width, height } = square.getBoundingClientRect()
  const fitsRight = right + GAP + tip.offsetWidth < inside.right
  const fitsLeft = left - GAP - tip.offsetWidth > inside.left
  const beside = { x: fitsRight ? right + GAP : left - GAP - tip.offsetWidth, y: top + (height - tip.offsetHeight) / 2 }
  const below = { x: left + (width - tip.offsetWidth) / 2, y: bottom + GAP }
  const { x, y } = fitsRight || fitsLeft ? beside : below
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
  tip.style.left = `${within(x - inside.left, 4, inside.width - tip.offsetWidth - 4)}px`
  tip.style.top = `${within(y - inside.top, 4, inside.height - tip.offsetHeight - 4)}px`
}
