/** Something that must never happen has happened. */
export class Violation extends Error {}

export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Violation(sentence)
}
