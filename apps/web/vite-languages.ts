import type { Plugin, Rolldown } from 'vite'
import { compileCatalogue } from './languages/compile.ts'
import { readMessages } from './languages/read-messages.ts'
import { readTranslations, TRANSLATED } from './languages/read-translations.ts'

/** In development, where the compiled messages of a language are served. */
export const devFileOf = (language: string): string => `/languages/${language}.js`

/** What the compiled messages of a language are called in a build, before the hash. */
export const nameOf = (language: string): string => `language-${language}`

/** Compiles the messages of each language to a file of its own, which only the pages in that language load. */
export function languages(): Plugin {
  return {
    name: 'languages',
    async buildStart() {
      if (this.meta.watchMode) return
      for (const language of TRANSLATED)
        this.emitFile({ type: 'asset', name: `${nameOf(language)}.js`, source: await compiledFile(language) })
    },
    generateBundle(_options, bundle) {
      const stuck = waitingForItself(bundle)
      if (stuck !== undefined) this.error(`Pages in other languages would never start: ${stuck}.`)
    },
    configureServer(server) {
      server.middlewares.use((request, reply, next) => {
        const language = TRANSLATED.find((each) => request.url === devFileOf(each))
        if (language === undefined) return next()
        compiledFile(language).then((code) => reply.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
  }
}

export async function compiledFile(language: string): Promise<string> {
  const catalogue = compileCatalogue(await readMessages(), await readTranslations(language))
  return `export default ${JSON.stringify(catalogue)}\n`
}

/** A file that waits for texts before it starts, if these texts need that very file: no browser complains. */
function waitingForItself(bundle: Rolldown.OutputBundle): string | undefined {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (name: string) => chunks.find(({ fileName }) => fileName === name)
  for (const { fileName, dynamicImports } of chunks)
    for (const texts of dynamicImports.filter((each) => chunkOf(each)?.facadeModuleId?.endsWith('-copy.ts'))) {
      const needed = new Set([texts])
      // A set goes on to what is added while it is walked.
      for (const each of needed) for (const imported of chunkOf(each)?.imports ?? []) needed.add(imported)
      if (needed.has(fileName)) return `${fileName} waits for ${texts}, which needs it`
    }
  return undefined
}
