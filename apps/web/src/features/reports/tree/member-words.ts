import { reportsCopy } from '../copy.ts'

export const nameOf = (name: string): string => name.trim() || reportsCopy.tree.unknown

const CHARACTERS = new Intl.Segmenter('en')

/** The first letter (grapheme) in upper case. */
export function initialOf(name: string): string {
  const [first] = CHARACTERS.segment(nameOf(name))
  return (first?.segment ?? '').toLocaleUpperCase('en')
}
