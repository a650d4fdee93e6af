import { translated, type Texts } from '@trefoil/core/language/translate'
import type { Catalogue } from '@trefoil/core/language/write-message'
import { laterFile, textsFrom } from '../language.ts'
import { writing } from '../messages.ts'

export { plural } from '@trefoil/core/language/translate'

/** Of a second file, so that nobody waits for it who signs in. */
const catalogue = await readLater(laterFile)

/** As `messages`, of texts that few screens need. English never loads what imports this. */
export function laterMessages<const English extends Texts>(group: string, english: English): English {
  const translations = catalogue?.[group]?.values()
  return translations ? translated(english, { find: () => translations.next().value, writing }) : english
}

async function readLater(file: string | undefined): Promise<Catalogue | undefined> {
  if (file === undefined) return undefined
  const read = await textsFrom(() => import(/* @vite-ignore */ file) as Promise<{ default: Catalogue }>)
  return read?.default
}
