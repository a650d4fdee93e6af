import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './vite-compress.ts'

const api = process.env.TREFOIL_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), consolePages(), preloadFont(), compressed()],
  build: {
    // The engines that know `<dialog>`, `:has()` and `@starting-style`; nothing is rewritten for older ones.
    target: ['chrome120', 'edge120', 'firefox129', 'safari17.5'],
    // The entry already lists what it needs; the polyfill would only be more script.
    modulePreload: { polyfill: false },
    // Two applications: members never download the console.
    rollupOptions: { input: ['index.html', 'operator.html'] },
  },
  server: { proxy: { '/api': { target: api } } },
})

/** What the server does with the console's paths, in development. */
function consolePages(): Plugin {
  return {
    name: 'console-pages',
    configureServer(server) {
      server.middlewares.use((request, _reply, next) => {
        if (/^\/operator(\/[^.]*)?(\?.*)?$/.test(request.url ?? '')) request.url = '/operator.html'
        next()
      })
    },
  }
}

/** The one font file is known by its hashed name only after the build, and text should not wait for the style sheet to ask for it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
