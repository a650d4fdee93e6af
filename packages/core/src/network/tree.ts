/** How many levels a team has. Lists, counts and earnings cover them. */
export const TEAM_LEVELS = 10

export const POSITIONS = ['left', 'center', 'right'] as const
export type Position = (typeof POSITIONS)[number]

/** Slots are numbered 0, 1, 2 from the left. Everybody except the root member has one. */
export function positionOf(slot: number): Position {
  const position = POSITIONS[slot]
  if (position === undefined) throw new RangeError(`There is no slot ${slot}: a member has three`)
  return position
}

/**
 * Counts those below a member who are in the viewer's team. The member is `level` levels below the viewer; `sizes`
 * counts members per level below them.
 */
export const teamBelow = (sizes: readonly number[], level: number): number =>
  sizes.slice(0, TEAM_LEVELS - level).reduce((sum, size) => sum + size, 0)

export type Branch<Node> = Node & { children: Record<Position, Branch<Node> | null> }
type Placed = { id: number; parent: number | null; slot: number | null }

/** Builds the tree of a window. The first node is the root, and every parent comes before its children. */
export function growTree<Node>(window: readonly { place: Placed; node: Node }[]): Branch<Node> {
  const grown = new Map<number, Branch<Node>>()
  for (const { place, node } of window) {
    const branch: Branch<Node> = { ...node, children: { left: null, center: null, right: null } }
    const above = place.parent === null ? undefined : grown.get(place.parent)
    if (above && place.slot !== null) above.children[positionOf(place.slot)] = branch
    else if (grown.size > 0) throw new Error('A node of the window has its parent outside the window')
    grown.set(place.id, branch)
  }
  const [root] = grown.values()
  if (!root) throw new Error('A window has a root')
  return root
}
