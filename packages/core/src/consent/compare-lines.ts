export type ComparedLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Beyond so many comparisons the changed part is shown as a whole: taken away, then added. */
const COMPARISONS_MAX = 4_000_000

/** What changed from one text to another, line by line, by the longest lines that both have in the same order. */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return [
    ...linesOf('same', old.slice(0, start)),
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...linesOf('same', old.slice(old.length - end)),
  ]
}

const linesOf = (kind: ComparedLine['kind'], lines: readonly string[]): ComparedLine[] =>
  lines.map((text) => ({ kind, text }))

function compareMiddle(old: readonly string[], now: readonly string[]): ComparedLine[] {
  if (old.length * now.length > COMPARISONS_MAX) return [...linesOf('removed', old), ...linesOf('added', now)]
  const common = commonLengths(old, now)
  const width = now.length + 1
  const lines: ComparedLine[] = []
  let [left, right] = [0, 0]
  while (left < old.length || right < now.length) {
    const [was, is] = [old[left], now[right]]
    if (was !== undefined && was === is) {
      lines.push({ kind: 'same', text: was })
      left += 1
      right += 1
    } else if (
      was !== undefined &&
      (is === undefined || lengthAt(common, (left + 1) * width + right) >= lengthAt(common, left * width + right + 1))
    ) {
      lines.push({ kind: 'removed', text: was })
      left += 1
    } else if (is !== undefined) {
      lines.push({ kind: 'added', text: is })
      right += 1
    }
  }
  return lines
}

/** For each pair of places, how many lines the rests have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let left = old.length - 1; left >= 0; left -= 1)
    for (let right = now.length - 1; right >= 0; right -= 1) {
      const here = left * width + right
      common[here] =
        old[left] === now[right]
          ? lengthAt(common, here + width + 1) + 1
          : Math.max(lengthAt(common, here + width), lengthAt(common, here + 1))
    }
  return common
}

const lengthAt = (common: Uint32Array, index: number): number => common[index] ?? 0
