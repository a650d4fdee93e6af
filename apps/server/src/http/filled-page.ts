import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { compressLarge } from './compress.ts'
import { DEMO_MARK, WEB } from './pages.ts'

/** What the server writes into a page that strangers read, before their browser has run anything. All of it is escaped. */
export type Filling = {
  status: 200 | 404
  /** Title and descriptions, for other sites and for search. */
  head: string
  /** Shown until the code has come. */
  shell: string
  /** What the code would have to ask for otherwise. */
  data?: { path: string; data: unknown }
}

type FilledPage = {
  paths: readonly string[]
  file: string
  isDemo: boolean
  fill: (slug: string | undefined) => Filling | Promise<Filling>
}

/** Nothing in it is secret or somebody's own, so it may be compressed. */
export function serveFilledPage(app: FastifyInstance, { paths, file, isDemo, fill }: FilledPage): void {
  const page = followFile(join(WEB, file))
  for (const path of paths)
    app.get<{ Params: { slug?: string } }>(
      path,
      { onSend: compressLarge, schema: { hide: true } },
      async ({ params }, reply) => {
        const { status, head, shell, data } = await fill(params.slug)
        if (isDemo) reply.header('set-cookie', DEMO_MARK)
        return reply
          .code(status)
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(
            page()
              .replace('<!--head-->', () => head)
              .replace('<!--shell-->', () => shell)
              .replace('<!--data-->', () => (data ? dataBlock(data) : '')),
          )
      },
    )
}

/** A block of data, which no browser runs. */
const dataBlock = (data: object): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`

/** Read again after a new build. */
function followFile(path: string): () => string {
  let known = { at: 0, text: '' }
  return () => {
    const at = statSync(path).mtimeMs
    if (at !== known.at) known = { at, text: readFileSync(path, 'utf8') }
    return known.text
  }
}
