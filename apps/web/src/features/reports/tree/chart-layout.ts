import { hierarchy, tree } from 'd3-hierarchy'
import type { ChartNode } from './chart-data.ts'
import { NODE_SIZE, SEPARATION } from './chart-settings.ts'

export type Point = { x: number; y: number }

/** A member or an empty slot at its place. Only the root has no parent. */
export type PlacedNode = Point & Omit<ChartNode, 'children'> & { parent: string | null }

const layout = tree<ChartNode>()
  .nodeSize([NODE_SIZE.x, NODE_SIZE.y])
  .separation((a, b) => (a.parent === b.parent ? SEPARATION.siblings : SEPARATION.nonSiblings))

/** All nodes, level by level; the root is at 0, 0. */
export const layOut = (data: ChartNode): PlacedNode[] =>
  layout(hierarchy(data))
    .descendants()
    .map(({ x, y, parent, data: { name, attributes } }) => ({
      x,
      y,
      name,
      attributes,
      parent: parent?.data.attributes.ref ?? null,
    }))

/** A curve from parent to child, vertical at both ends. */
export function linkPath(from: Point, to: Point): string {
  const middle = (from.y + to.y) / 2
  return `M${from.x},${from.y}C${from.x},${middle} ${to.x},${middle} ${to.x},${to.y}`
}
