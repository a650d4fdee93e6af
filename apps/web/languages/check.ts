import { readFile } from 'node:fs/promises'
import type { Translations } from './compile.ts'
import { faultsOf } from './faults.ts'
import { readPhysicalLines } from './physical-css.ts'
import { readMessages, SOURCES, type SourceName } from './read-messages.ts'
import { readTranslations, TRANSLATED } from './read-translations.ts'

// Run by `npm run check`: a text without a translation, or with a wrong one, does not get in. `--list` writes what there
// is to translate, for a page or (`--list server`) for the server. A language and a file check a draft. Nor does a style get in that knows left and right only.

const [option, ...others] = process.argv.slice(2)
const [draft] = others
const names = Object.keys(SOURCES) as SourceName[]

if (option === '--list') {
  const source = await readMessages(names.find((name) => others.includes(name)))
  const english = Object.fromEntries([...source.values()].flat().map(({ id, message }) => [id, message]))
  process.stdout.write(`${JSON.stringify(english, null, 2)}\n`)
} else if (option !== undefined && draft !== undefined) {
  const source = await readMessages(names.find((name) => others.includes(name)))
  report(faultsOf(option, JSON.parse(await readFile(draft, 'utf8')) as Translations, source))
} else {
  for (const name of names) {
    const source = await readMessages(name)
    for (const language of TRANSLATED) {
      const faults = faultsOf(language, await readTranslations(language, name), source)
      report(faults.map((fault) => `${name}, ${language}.json: ${fault}`))
    }
  }
  report((await readPhysicalLines()).map((line) => `${line} Say start or end, not left or right.`))
}

function report(faults: readonly string[]): void {
  process.stderr.write(faults.map((fault) => `${fault}\n`).join(''))
  if (faults.length > 0) process.exitCode = 1
}
