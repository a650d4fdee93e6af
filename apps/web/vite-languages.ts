import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { compileCatalogue } from './languages/compile.ts'
import { type MessagePart, readMessages } from './languages/read-messages.ts'
import { readTranslations, TRANSLATED } from './languages/read-translations.ts'

/** In development, where the compiled messages of a language are served. */
export const devFileOf = (language: string): string => `/languages/${language}.js`

/** What the compiled messages of a language are called in a build, before the hash. */
export const nameOf = (language: string): string => `language-${language}`

/** Compiles the messages of each language to two files of its own, which only the pages in that language load. */
export function languages(): Plugin {
  return {
    name: 'languages',
    async buildStart() {
      if (this.meta.watchMode) return
      for (const language of TRANSLATED) {
        const source = await compiledFile(language, 'later')
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        const later = `assets/later-${nameOf(language)}-${hash}.js`
        this.emitFile({ type: 'asset', fileName: later, source })
        this.emitFile({
          type: 'asset',
          name: `${nameOf(language)}.js`,
          source: withLater(await compiledFile(language), later),
        })
      }
    },
    generateBundle(_options, bundle) {
      const stuck = waitingForItself(bundle)
      if (stuck !== undefined) this.error(`Pages in other languages would never start: ${stuck}.`)
    },
    configureServer(server) {
      server.middlewares.use((request, reply, next) => {
        const language = TRANSLATED.find((each) => [devFileOf(each), laterDevFileOf(each)].includes(request.url ?? ''))
        if (language === undefined) return next()
        const isLater = request.url === laterDevFileOf(language)
        compiledFile(language, isLater ? 'later' : 'first').then(
          (code) =>
            reply.setHeader('content-type', 'text/javascript').end(withLater(code, laterDevFileOf(language).slice(1))),
          next,
        )
      })
    },
  }
}

const laterDevFileOf = (language: string): string => `/languages/later-${language}.js`

/** Only the first file is known to the page: it names the second one. */
const withLater = (code: string, file: string): string => `export const later = ${JSON.stringify(`/${file}`)}\n${code}`

/** What every page needs, or what is loaded with the few screens that show it. */
export async function compiledFile(language: string, part: MessagePart = 'first'): Promise<string> {
  const source = [...(await readMessages())].filter(([, [message]]) => message?.part === part)
  const catalogue = compileCatalogue(new Map(source), await readTranslations(language))
  return `export default ${JSON.stringify(catalogue)}\n`
}

/** A file that waits for texts before it starts, if these texts need that very file: no browser complains. */
function waitingForItself(bundle: Rolldown.OutputBundle): string | undefined {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (name: string) => chunks.find(({ fileName }) => fileName === name)
  const hasTexts = (name: string) => {
    const chunk = chunkOf(name)
    return chunk?.name === 'later' || chunk?.facadeModuleId?.endsWith('-copy.ts')
  }
  for (const { fileName, dynamicImports } of chunks)
    for (const texts of dynamicImports.filter(hasTexts)) {
      const needed = new Set([texts])
      // A set goes on to what is added while it is walked.
      for (const each of needed) for (const imported of chunkOf(each)?.imports ?? []) needed.add(imported)
      if (needed.has(fileName)) return `${fileName} waits for ${texts}, which needs it`
    }
  return undefined
}
