import { hasBranch, type TeamTree } from './team-tree.ts'

/** The data of a drawn member. An empty slot has no name. */
export type ChartNode = {
  name: string
  attributes: {
    ref: string
    empty: boolean
    stage: number
    position: string
    below: number
    open: boolean
    busy: boolean
  }
  children?: ChartNode[]
}

/** The open part of the tree: every open branch has its three slots, filled or not. */
export function chartData(
  tree: TeamTree,
  { open, loading }: { open: readonly string[]; loading: readonly string[] },
): ChartNode {
  const opened = new Set(open)
  const nodeFor = (ref: string): ChartNode => {
    const branch = tree.branches.get(ref)
    if (!branch) throw new Error(`${ref} is not in the tree`)
    const { facts, children } = branch
    // A member without a team still sees three places to fill.
    const isOpen = opened.has(ref) && children !== undefined && (hasBranch(facts) || ref === tree.root)
    return {
      name: facts.name,
      attributes: {
        ref,
        empty: false,
        stage: facts.stage,
        position: facts.position ?? '',
        below: facts.team_size,
        open: isOpen,
        busy: loading.includes(ref),
      },
      ...(isOpen && {
        children: children.map((child, slot) => (child === null ? emptySlot(`${ref}-${slot}`) : nodeFor(child))),
      }),
    }
  }
  return nodeFor(tree.root)
}

const emptySlot = (ref: string): ChartNode => ({
  name: '',
  attributes: { ref, empty: true, stage: 0, position: '', below: 0, open: false, busy: false },
})
