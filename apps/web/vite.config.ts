import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { readScreens } from './read-screens.ts'
import { compressed } from './vite-compress.ts'
import { icons } from './vite-icons.ts'
import { languages } from './vite-languages.ts'
import { pages } from './vite-page.ts'
import { serviceWorker } from './vite-service-worker.ts'

const api = process.env.TREFOIL_API ?? 'http://127.0.0.1:3000'

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const STATE = /node_modules[\\/](@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store)[\\/]/
const ROOT =
  /src[\\/](ui[\\/](language-select|command)|language[\\/][a-z-]+|lib[\\/](react-root|fill-gaps|(choose-)?language|messages|document-titles|percent|date-format|months|server-words))\.ts/

/** What explains in other languages than English. */
const LATER = /[\\/]src[\\/]lib[\\/]later[\\/]/

const screens = await readScreens()

export default defineConfig({
  plugins: [
    react(),
    icons(),
    languages(),
    consolePages(),
    pages(screens),
    compiledAhead(),
    serviceWorker(),
    compressed(),
  ],
  // The dashboard's skeleton is drawn before its list of screens has come.
  define: { MENU_LENGTH: String(screens.menuLength) },
  build: {
    // The engines that know `<dialog>`, `:has()` and `@starting-style`; nothing is rewritten for older ones.
    target: ['chrome120', 'edge120', 'firefox129', 'safari17.5'],
    // The entry already lists what it needs; the polyfill would only be more script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Three applications: members never download the console, and strangers who read about causes and facts or verify a receipt neither of them.
      input: ['index.html', 'operator.html', 'public.html'],
      output: {
        codeSplitting: {
          // What every visitor needs is a handful of files, and what several screens share another: else each icon and
          // each small part would be a request of its own. React and the store change seldom, so they stay in a browser's
          // cache when the application is new. Both make errors while they start, for which an attached inspector
          // parses the whole file again: so neither is started by a file that holds more than it.
          groups: [
            { name: 'react', test: REACT, priority: 5 },
            { name: 'state', test: STATE, priority: 4 },
            // What every page needs, the public ones too.
            { name: 'root', test: ROOT, priority: 3 },
            {
              name: (id, graph) => (isImportedBy('src/main.tsx', id, graph) ? 'first' : null),
              debugName: 'first',
              priority: 2,
            },
            {
              name: (id, graph) => (isPart(id) || isOfScreenList(id, graph) ? 'parts' : null),
              debugName: 'parts',
              minShareCount: 2,
              priority: 1,
            },
            // Waits for a file of its own, so nothing that others need may be in it.
            { name: 'later', test: LATER, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: api } } },
})

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: string[] } | null }

const isPart = (id: string): boolean => /[\\/]src[\\/](ui|lib)[\\/]|~icons/.test(id) && !LATER.test(id)

/** What a `screen.ts` imports from its own folder, such as endpoints: the page imports it too. */
const isOfScreenList = (id: string, graph: ModuleGraph): boolean =>
  /[\\/]src[\\/]features[\\/]/.test(id) && isImportedBy('src/app/dashboard.tsx', id, graph)

const importsOf = new Map<string, Set<string>>()

/** Directly, or through another import. */
function isImportedBy(file: string, id: string, graph: ModuleGraph): boolean {
  let imports = importsOf.get(file)
  if (!imports) {
    const path = fileURLToPath(new URL(file, import.meta.url))
    imports = new Set([path])
    // A set goes on to what is added while it is walked.
    for (const each of imports)
      for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) imports.add(imported)
    imports.delete(path)
    importsOf.set(file, imports)
  }
  return imports.has(id)
}

/** What the server does with the paths of the other pages, in development. */
function consolePages(): Plugin {
  return {
    name: 'console-pages',
    configureServer(server) {
      server.middlewares.use((request, _reply, next) => {
        if (/^\/operator(\/[^.]*)?(\?.*)?$/.test(request.url ?? '')) request.url = '/operator.html'
        if (/^\/(causes|documents|receipts|facts|simulator|trust)(\/[^.]*)?(\?.*)?$/.test(request.url ?? ''))
          request.url = '/public.html'
        next()
      })
    },
  }
}

/**
 * Most of what is loaded is called at once. Said so, a browser compiles it while it arrives, on a thread of its own,
 * instead of function by function while somebody waits.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // It counts on the first line only.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}
