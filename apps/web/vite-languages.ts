import type { Plugin } from 'vite'
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
