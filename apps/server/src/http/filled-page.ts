import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import type { FastifyInstance } from 'fastify'
import { compressLarge } from './compress.ts'
import { DEMO_MARK, WEB } from './pages.ts'
import { spokenIn } from './spoken.ts'

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
  fill: (slug: string | undefined, language: Language) => Filling | Promise<Filling>
}

/** Nothing in it is secret or somebody's own, so it may be compressed. */
export function serveFilledPage(app: FastifyInstance, { paths, file, isDemo, fill }: FilledPage): void {
  const page = followFile(join(WEB, file))
  for (const path of paths)
    app.get<{ Params: { slug?: string } }>(
      path,
      { onSend: compressLarge, schema: { hide: true } },
      async (request, reply) => {
        const { chosen, accepted } = spokenIn(request)
        const language = chosen ?? accepted ?? SOURCE_LANGUAGE
        const { status, head, shell, data } = await fill(request.params.slug, language)
        if (isDemo) reply.header('set-cookie', DEMO_MARK)
        return reply
          .code(status)
          .header('cache-control', 'no-cache')
          .header('vary', 'accept-language, cookie')
          .type('text/html; charset=utf-8')
          .send(
            page()
              .replace('<html lang="en"', () => `<html ${attributesOf(language)}`)
              .replace('<!--head-->', () => head)
              .replace('<!--shell-->', () => shell)
              .replace('<!--data-->', () => (data ? dataBlock(data) : '')),
          )
      },
    )
}

/** As the page's script sets them, where one runs. */
const attributesOf = (language: Language): string =>
  `lang="${language}"${LANGUAGES[language].direction === 'rtl' ? ' dir="rtl"' : ''}`

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
