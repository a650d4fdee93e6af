import type { Move } from './outline-moves.ts'
import { childrenOf, hasBranch, rowsOf, type TeamTree } from './team-tree.ts'

/** What a key does in the chart, where down is down. Undefined: nothing of ours. */
export function graphMove(
  key: string,
  { tree, open, ref }: { tree: TeamTree; open: ReadonlySet<string>; ref: string },
): Move | undefined {
  const rows = rowsOf(tree, open)
  const row = rows.find((each) => each.ref === ref)
  if (!row) return undefined
  const sideways = (step: number): Move | undefined => {
    const level = rows.filter(({ facts }) => facts.level === row.facts.level)
    const beside = level[level.indexOf(row) + step]
    return beside && { focus: beside.ref }
  }
  const toggled = (): Move | undefined => {
    if (!hasBranch(row.facts)) return undefined
    return row.isOpen ? { close: ref } : { open: [ref] }
  }
  switch (key) {
    case 'ArrowUp': {
      const parent = tree.branches.get(ref)?.parent ?? null
      return parent === null ? undefined : { focus: parent }
    }
    case 'ArrowDown': {
      if (!row.isOpen) return toggled()
      const children = childrenOf(tree, ref)
      const middle = children[Math.floor((children.length - 1) / 2)]
      return middle === undefined ? undefined : { focus: middle }
    }
    case 'ArrowLeft':
      return sideways(-1)
    case 'ArrowRight':
      return sideways(1)
    case 'Home':
      return { focus: tree.root }
    case 'Enter':
    case ' ':
      return toggled()
    default:
      return undefined
  }
}
