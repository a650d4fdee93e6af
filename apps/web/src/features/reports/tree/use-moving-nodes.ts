import { select } from 'd3-selection'
import 'd3-transition'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { linkPath, type PlacedNode } from './chart-layout.ts'
import { between, movesOf, nextScene, type Scene, type Spot } from './chart-moves.ts'

/**
 * Animates nodes and links to each new layout, and keeps removed nodes until they have folded into their parent. React
 * renders the elements (`data-node`, `data-link`); positions are written to them directly, so no frame renders again.
 */
export function useMovingNodes(
  canvas: RefObject<SVGGElement | null>,
  layout: readonly PlacedNode[],
  { durationMs }: { durationMs: number },
): Scene {
  const [scene, setScene] = useState<Scene>({ nodes: layout, leaving: [] })
  const current = scene.nodes === layout ? scene : nextScene(scene, layout)
  if (current !== scene) setScene(current)
  const spots = useRef(new Map<string, Spot>())

  useLayoutEffect(() => {
    if (!canvas.current) return undefined
    const moves = movesOf(scene, spots.current)
    const nodes = elementsIn(canvas.current, 'node')
    const links = elementsIn(canvas.current, 'link')
    const parents = new Map([...scene.leaving, ...scene.nodes].map((node) => [node.attributes.ref, node.parent]))
    const draw = (part: number) => {
      spots.current = new Map([...moves].map(([ref, move]) => [ref, between(move, part)]))
      for (const [ref, spot] of spots.current) {
        nodes.get(ref)?.setAttribute('transform', `translate(${spot.x},${spot.y})`)
        nodes.get(ref)?.setAttribute('opacity', String(spot.opacity))
        const above = spots.current.get(parents.get(ref) ?? '')
        if (above) links.get(ref)?.setAttribute('d', linkPath(above, spot))
        links.get(ref)?.setAttribute('opacity', String(spot.opacity))
      }
    }
    const finish = () => {
      if (scene.leaving.length > 0) setScene({ nodes: scene.nodes, leaving: [] })
    }
    if (durationMs === 0 || [...moves.values()].every(isStill)) {
      draw(1)
      finish()
      return undefined
    }
    draw(0)
    const chart = select(canvas.current)
    chart
      .transition()
      .duration(durationMs)
      .tween('places', () => draw)
      .on('end', finish)
    return () => void chart.interrupt()
  }, [canvas, scene, durationMs])

  return current
}

const elementsIn = (canvas: Element, kind: 'node' | 'link'): Map<string, Element> =>
  new Map([...canvas.querySelectorAll<SVGElement>(`[data-${kind}]`)].map((each) => [each.dataset[kind] ?? '', each]))

const isStill = ({ from, to }: { from: Spot; to: Spot }): boolean =>
  from.x === to.x && from.y === to.y && from.opacity === to.opacity
