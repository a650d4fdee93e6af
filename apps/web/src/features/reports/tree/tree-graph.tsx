import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import IconFocusCentered from '~icons/tabler/focus-centered'
import IconZoomIn from '~icons/tabler/zoom-in'
import IconZoomOut from '~icons/tabler/zoom-out'
import { useReducedMotion } from '../../../lib/use-reduced-motion.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { reportsCopy } from '../copy.ts'
import { chartData } from './chart-data.ts'
import * as settings from './chart-settings.ts'
import { graphMove } from './graph-moves.ts'
import { GraphTip } from './graph-tip.tsx'
import type { Move } from './outline-moves.ts'
import { pathTo } from './team-tree.ts'
import { TreeChart, type ChartHandle } from './tree-chart.tsx'
import { TreeFrame } from './tree-frame.tsx'
import styles from './tree-graph.module.css'
import { useLitPath } from './use-lit-path.ts'
import { useRovingStop } from './use-roving-stop.ts'
import { useTeamTree } from './use-team-tree.ts'

const text = reportsCopy.tree

/** The team as a chart, for pointer, touch and keyboard, and never too large to draw smoothly. */
export default function TreeGraph() {
  const team = useTeamTree({ most: settings.MEMBERS_MAX })
  const { tree, open, loading, target } = team
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<ChartHandle>(null)
  const [shown, setShown] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  /** Where the view moves once the requested member is drawn. */
  const aim = useRef<{ ref: string; focus: boolean }>(undefined)
  const still = useReducedMotion()
  const helpId = useId()
  const centeringMs = still ? 0 : settings.CENTERING_MS
  const zoomMs = still ? 0 : settings.ZOOM_MS

  const squareOf = (ref: string) => frame.current?.querySelector<SVGElement>(`[data-ref="${CSS.escape(ref)}"]`)
  const focus = (ref: string) => {
    chart.current?.show(ref, { durationMs: zoomMs, onlyIfOut: true })
    squareOf(ref)?.focus({ preventScroll: true })
  }
  const stopAt = useRovingStop(frame, tree?.root)
  useLitPath(frame, tree && shown !== undefined ? [...pathTo(tree, shown), shown] : [])
  useEffect(() => {
    if (target) aim.current = { ref: target.ref, focus: true }
  }, [target])
  useEffect(() => {
    const next = aim.current
    if (!next || !squareOf(next.ref)) return
    aim.current = undefined
    chart.current?.show(next.ref, { durationMs: centeringMs })
    if (next.focus) squareOf(next.ref)?.focus({ preventScroll: true })
  }, [open, target, centeringMs])

  const data = useMemo(() => tree && chartData(tree, { open, loading }), [tree, open, loading])

  function act(move: Move): void {
    if ('focus' in move) {
      focus(move.focus)
      return
    }
    const refs = 'close' in move ? [move.close] : move.open
    const [ref] = refs
    if (ref !== undefined) aim.current = { ref, focus: false }
    if ('close' in move) team.closeBranch(move.close)
    else for (const each of refs) void team.openBranch(each)
  }

  function press(ref: string | undefined): void {
    if (ref === undefined || !tree) return
    squareOf(ref)?.focus({ preventScroll: true })
    const move = graphMove('Enter', { tree, open: new Set(open), ref })
    if (move) act(move)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !tree) return
    if (event.key === 'Escape') setShown(undefined)
    else if (event.key === '+' || event.key === '=') chart.current?.zoomBy(settings.ZOOM_STEP, zoomMs)
    else if (event.key === '-') chart.current?.zoomBy(1 / settings.ZOOM_STEP, zoomMs)
    else {
      const ref = refOf(event)
      const move = ref === undefined ? undefined : graphMove(event.key, { tree, open: new Set(open), ref })
      if (!move) return
      act(move)
    }
    event.preventDefault()
  }

  const facts = shown === undefined ? undefined : tree?.branches.get(shown)?.facts
  return (
    <TreeFrame team={team} isDark chosen={chosen}>
      <div
        ref={frame}
        role="group"
        aria-label={text.graph}
        aria-describedby={helpId}
        className={styles.frame}
        onKeyDown={onKeyDown}
        onClick={(event) => press(refOf(event))}
        onPointerOver={(event) => event.pointerType === 'mouse' && setShown(refOf(event) ?? focusedRef(frame.current))}
        onPointerLeave={() => setShown(focusedRef(frame.current))}
        onFocus={(event) => {
          const ref = refOf(event)
          setShown(ref)
          if (ref === undefined) return
          stopAt(ref)
          setChosen(ref)
        }}
        onBlur={() => setShown(undefined)}
      >
        {data ? <TreeChart ref={chart} data={data} isStill={still} /> : null}
        <div className={styles.controls}>
          <IconButton label={text.zoomIn} onClick={() => chart.current?.zoomBy(settings.ZOOM_STEP, zoomMs)}>
            <IconZoomIn aria-hidden="true" />
          </IconButton>
          <IconButton label={text.zoomOut} onClick={() => chart.current?.zoomBy(1 / settings.ZOOM_STEP, zoomMs)}>
            <IconZoomOut aria-hidden="true" />
          </IconButton>
          <IconButton
            label={text.backToMe}
            onClick={() => tree && chart.current?.show(tree.root, { durationMs: centeringMs })}
          >
            <IconFocusCentered aria-hidden="true" />
          </IconButton>
        </div>
        {facts ? <GraphTip key={facts.ref} facts={facts} frame={frame} /> : null}
        {team.failed.length > 0 ? (
          <p role="alert" className={styles.failed}>
            {text.branchFailed}
          </p>
        ) : null}
      </div>
      <p id={helpId} className={styles.help}>
        {text.graphHint} {text.graphHelp}
      </p>
    </TreeFrame>
  )
}

const refOf = ({ target }: SyntheticEvent): string | undefined =>
  target instanceof Element ? target.closest<SVGElement>('[data-ref]')?.dataset['ref'] : undefined

/** The member under the pointer, otherwise the focused one. */
const focusedRef = (frame: HTMLElement | null): string | undefined =>
  frame?.querySelector<SVGElement>('[data-ref]:focus')?.dataset['ref']
