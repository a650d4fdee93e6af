import type { PlacedNode, Point } from './chart-layout.ts'

/** Where something is drawn just now, and how much of it is seen. */
export type Spot = Point & { opacity: number }
export type Spots = ReadonlyMap<string, Spot>

export type Scene = { nodes: readonly PlacedNode[]; leaving: readonly PlacedNode[] }

/** What is no longer in the tree is still drawn until it has gone back into its parent. */
export function nextScene({ nodes, leaving }: Scene, next: readonly PlacedNode[]): Scene {
  const staying = new Set(next.map(refOf))
  return { nodes: next, leaving: [...nodes, ...leaving].filter((node) => !staying.has(refOf(node))) }
}

/** Where everything goes: what comes unfolds from its parent, what leaves folds back into it. */
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
