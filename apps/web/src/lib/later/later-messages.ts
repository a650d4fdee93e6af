import { translated, type Texts } from '@trefoil/core/language/translate'
import type { Catalogue } from '@trefoil/core/language/write-message'
import { laterFile } from '../language.ts'
import { writing } from '../messages.ts'

export { plural } from '@trefoil/core/language/translate'

/** Of a second file, so that nobody waits for it who signs in. */
const catalogue = await readLater()

/** As `messages`, of texts that few screens need. English never loads what imports this. */
export function laterMessages<const English extends Texts>(group: string, english: English): English {
  const translations = catalogue?.[group]?.values()
  return translations ? translated(english, { find: () => translations.next().value, writing }) : english
}

async function readLater(): Promise<Catalogue | undefined> {
  if (laterFile === undefined) return undefined
  try {
    const { default: texts }: { default: Catalogue } = await import(/* @vite-ignore */ laterFile)
    return texts
  } catch (problem) {
    // English is better than nothing.
    console.warn('Some texts could not be loaded.', problem)
    return undefined
  }
}
