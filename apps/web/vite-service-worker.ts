import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { nameOf } from './vite-languages.ts'

const FILE = /\/assets\/[\w.-]+/g

/** Writes what the members' page names into the worker that keeps it for who is offline. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The page was not built.')
      const html = String(page.source)
      const files = [...new Set(html.match(FILE))].filter((file) => !file.startsWith(`/assets/${nameOf('')}`))
      const script = await readFile(new URL('page/service-worker.js', import.meta.url), 'utf8')
      const name = createHash('sha256').update(html).update(script).digest('hex').slice(0, 16)
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: script.replace('SHELL_NAME', name).replace('SHELL_FILES', () => JSON.stringify(files)),
      })
    },
  }
}
