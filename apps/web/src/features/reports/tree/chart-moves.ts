import type { PlacedNode, Point } from './chart-layout.ts'

/** Where a node is drawn at the moment. */
export type Spot = Point & { opacity: number }
export type Spots = ReadonlyMap<string, Spot>

export type Scene = { nodes: readonly PlacedNode[]; leaving: readonly PlacedNode[] }

/** Nodes that are no longer in the layout are drawn until they have folded into their parent. */
export function nextScene({ nodes, leaving }: Scene, next: readonly PlacedNode[]): Scene {
  const staying = new Set(next.map(refOf))
  return { nodes: next, leaving: [...nodes, ...leaving].filter((node) => !staying.has(refOf(node))) }
}

/** New nodes unfold from the nearest drawn ancestor, removed ones fold into the nearest one that stays. */
export function movesOf({ nodes, leaving }: Scene, now: Spots): Map<string, { from: Spot; to: Spot }> {
  const parents = new Map([...leaving, ...nodes].map((node) => [refOf(node), node.parent]))
  const places = new Map(nodes.map((node) => [refOf(node), node]))
  const nearest = <Found>(ref: string, known: ReadonlyMap<string, Found>): Found | undefined => {
    for (let above = parents.get(ref) ?? null; above !== null; above = parents.get(above) ?? null) {
      const found = known.get(above)
      if (found) return found
    }
    return undefined
  }
  const moves = new Map<string, { from: Spot; to: Spot }>()
  for (const node of nodes) {
    const to = { x: node.x, y: node.y, opacity: 1 }
    const origin = nearest(refOf(node), now)
    moves.set(refOf(node), { from: now.get(refOf(node)) ?? (origin ? { ...origin, opacity: 0 } : to), to })
  }
  for (const node of leaving) {
    const { x, y } = nearest(refOf(node), places) ?? node
    moves.set(refOf(node), { from: now.get(refOf(node)) ?? { x, y, opacity: 0 }, to: { x, y, opacity: 0 } })
  }
  return moves
}

export const between = ({ from, to }: { from: Spot; to: Spot }, part: number): Spot => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
  opacity: from.opacity + (to.opacity - from.opacity) * part,
})

const refOf = ({ attributes }: PlacedNode): string => attributes.ref
