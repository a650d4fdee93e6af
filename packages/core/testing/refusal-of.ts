import { Refusal } from '../src/refusal.ts'

/** What a member is told, in each of its forms: the code, the sentence, and what other languages make theirs from. */
export function refusalOf(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, sentence: error.message, detail: error.detail }
  }
  return undefined
}
