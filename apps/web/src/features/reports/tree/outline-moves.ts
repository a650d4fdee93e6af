import { hasBranch, type Row } from './team-tree.ts'

export type Move = { focus: string } | { open: readonly string[] } | { close: string }

/** What a key does in a tree, by the ARIA tree pattern. Undefined: not handled. */
export function moveFor(key: string, rows: readonly Row[], current: number): Move | undefined {
  const row = rows[current]
  if (!row) return undefined
  const at = (index: number): Move | undefined => {
    const there = rows[index]
    return there && { focus: there.ref }
  }
  switch (key) {
    case 'ArrowDown':
      return at(current + 1)
    case 'ArrowUp':
      return at(current - 1)
    case 'Home':
      return at(0)
    case 'End':
      return at(rows.length - 1)
    case 'ArrowRight':
      if (!hasBranch(row.facts)) return undefined
      return row.isOpen ? at(current + 1) : { open: [row.ref] }
    case 'ArrowLeft':
      return row.isOpen ? { close: row.ref } : at(parentIndex(rows, current))
    case 'Enter':
    case ' ':
      if (!hasBranch(row.facts)) return undefined
      return row.isOpen ? { close: row.ref } : { open: [row.ref] }
    case '*':
      return {
        open: siblings(rows, current)
          .filter((each) => hasBranch(each.facts) && !each.isOpen)
          .map(({ ref }) => ref),
      }
    default:
      return undefined
  }
}

/** The next member whose name begins with the typed text; repeating one letter cycles. */
export function typedAhead(typed: string, rows: readonly Row[], current: number): Move | undefined {
  const words = typed.toLocaleLowerCase()
  // With more letters the current row may still match.
  const from = words.length > 1 ? current : current + 1
  const inTurn = [...rows.slice(from), ...rows.slice(0, from)]
  const found = inTurn.find(({ facts }) => facts.name.toLocaleLowerCase().startsWith(words))
  return found && { focus: found.ref }
}

function parentIndex(rows: readonly Row[], current: number): number {
  const level = rows[current]?.facts.level ?? 0
  return rows.findLastIndex(({ facts }, index) => index < current && facts.level === level - 1)
}

function siblings(rows: readonly Row[], current: number): Row[] {
  const level = rows[current]?.facts.level ?? 0
  const from = parentIndex(rows, current) + 1
  const rest = rows.slice(from)
  const end = rest.findIndex(({ facts }) => facts.level < level)
  return (end === -1 ? rest : rest.slice(0, end)).filter(({ facts }) => facts.level === level)
}
