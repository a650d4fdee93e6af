import { teamCopy } from '../../../lib/team-copy.ts'

export const nameOf = (name: string): string => name.trim() || teamCopy.tree.unknown

/** The upper-case first letter, as a reader counts letters. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(nameOf(name))
  return (first?.segment ?? '').toLocaleUpperCase('en')
}
