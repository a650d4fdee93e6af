import type { TreeNode } from '@trefoil/contract/network'

export type MemberFacts = Omit<TreeNode, 'children' | 'has_more'>

type Branch = {
  facts: MemberFacts
  parent: string | null
  /** Left, center, right. Undefined: not loaded yet. */
  children: Slots | undefined
}
type Slots = readonly [string | null, string | null, string | null]

/** The loaded part of the team, merged from its windows. */
export type TeamTree = { root: string; branches: ReadonlyMap<string, Branch> }

/** Adds a window that starts anywhere in the tree. What was loaded below it is kept. */
export function absorb(tree: TeamTree | undefined, window: TreeNode): TeamTree {
  const branches = new Map(tree?.branches)
  const add = (node: TreeNode, parent: string | null): string => {
    const { children, has_more, ...facts } = node
    const known = branches.get(node.ref)
    const slots: Slots = [
      children.left && add(children.left, node.ref),
      children.center && add(children.center, node.ref),
      children.right && add(children.right, node.ref),
    ]
    branches.set(node.ref, {
      facts,
      parent: parent ?? known?.parent ?? null,
      children: has_more ? known?.children : slots,
    })
    return node.ref
  }
  const top = add(window, null)
  return { root: tree?.root ?? top, branches }
}

/** The existing children, from left to right. */
export const childrenOf = (tree: TeamTree, ref: string): string[] =>
  (tree.branches.get(ref)?.children ?? []).flatMap((child) => child ?? [])

export const hasBranch = ({ team_size }: MemberFacts): boolean => team_size > 0

/** From the root down to the member's parent. */
export function pathTo(tree: TeamTree, ref: string): string[] {
  const path: string[] = []
  for (let above = tree.branches.get(ref)?.parent ?? null; above !== null;) {
    path.unshift(above)
    above = tree.branches.get(above)?.parent ?? null
  }
  return path
}

export type Row = { ref: string; facts: MemberFacts; place: number; of: number; isOpen: boolean }

/** Every visible member in reading order: a member, then those below. */
export function rowsOf(tree: TeamTree, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  const visit = (ref: string, place: number, of: number) => {
    const branch = tree.branches.get(ref)
    if (!branch) return
    const isOpen = open.has(ref) && hasBranch(branch.facts)
    rows.push({ ref, facts: branch.facts, place, of, isOpen })
    if (!isOpen) return
    const children = childrenOf(tree, ref)
    children.forEach((child, index) => visit(child, index + 1, children.length))
  }
  visit(tree.root, 1, 1)
  return rows
}

/**
 * Opens branches, latest last. If more than `most` members would show, the branches opened longest ago close,
 * except those above the latest: a chart never has to draw a whole team of 88,572.
 */
export function openWithin(
  tree: TeamTree,
  { open, more, most }: { open: readonly string[]; more: readonly string[]; most: number },
): string[] {
  const latest = more.at(-1)
  const kept = new Set(latest === undefined ? [] : [...pathTo(tree, latest), ...more])
  let opened = [...open.filter((ref) => !more.includes(ref)), ...more]
  while (rowsOf(tree, new Set(opened)).length > most) {
    const oldest = opened.find((ref) => !kept.has(ref) && tree.branches.has(ref))
    if (oldest === undefined) break
    opened = opened.filter((ref) => ref !== oldest)
  }
  return opened
}
