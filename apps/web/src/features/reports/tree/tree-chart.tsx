import { memo, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import type { ChartNode } from './chart-data.ts'
import { layOut, type PlacedNode } from './chart-layout.ts'
import { TRANSITION_MS } from './chart-settings.ts'
import { GraphNode } from './graph-node.tsx'
import styles from './tree-graph.module.css'
import { useChartView, type ChartView } from './use-chart-view.ts'
import { useMovingNodes } from './use-moving-nodes.ts'

export type ChartHandle = {
  show: (ref: string, options: Parameters<ChartView['show']>[1]) => void
  zoomBy: ChartView['zoomBy']
}

type TreeChartProps = { ref: Ref<ChartHandle>; data: ChartNode; isStill: boolean }

/** The chart itself. Memoised: pointing at members does not render it again. */
export const TreeChart = memo(function TreeChart({ ref, data, isStill }: TreeChartProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<SVGGElement>(null)
  const layout = useMemo(() => layOut(data), [data])
  const { nodes, leaving } = useMovingNodes(canvas, layout, { durationMs: isStill ? 0 : TRANSITION_MS })
  const { show, zoomBy } = useChartView({ scroller, svg, canvas }, { isStill })
  useImperativeHandle(ref, () => ({
    show: (member, options) => {
      const place = layout.find(({ attributes }) => attributes.ref === member)
      if (place) show(place, options)
    },
    zoomBy,
  }))
  return (
    <div ref={scroller} className={styles.scroller}>
      <svg ref={svg} className={styles.chart}>
        <g ref={canvas}>
          <g aria-hidden="true" pointerEvents="none">
            <Links nodes={leaving} />
            {leaving.map((node) => (
              <g key={node.attributes.ref} data-node={node.attributes.ref}>
                <GraphNode {...node} isLeaving />
              </g>
            ))}
          </g>
          <Links nodes={nodes} />
          {nodes.map((node) => (
            <g key={node.attributes.ref} data-node={node.attributes.ref}>
              <GraphNode {...node} />
            </g>
          ))}
        </g>
      </svg>
    </div>
  )
})

const Links = ({ nodes }: { nodes: readonly PlacedNode[] }) =>
  nodes
    .filter(({ parent }) => parent !== null)
    .map(({ attributes: { ref, empty } }) => (
      <path key={ref} data-link={ref} className={`${styles.link} ${empty ? styles.emptyLink : ''}`} />
    ))
