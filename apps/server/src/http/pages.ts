import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerUnknownPath } from './errors.ts'

export const WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Paths where the web application has a screen. Elsewhere its not-found screen comes with status 404. */
const SCREENS =
  /^\/(signin|signup|signup-success|signin-link|forgot-password|verify-email|undo-email-change|reset-password\/[^/]+|dashboard(\/.*)?|demo\/mail)?$/

/** The operators' console is a page of its own. */
const CONSOLE = /^\/operator(\/.*)?$/

const PAGES = ['index.html', 'operator.html', 'public.html'] as const
const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs

export const DEMO_MARK = 'trefoil_demo=1; Path=/; SameSite=Strict'

export const webIsBuilt = (): boolean => existsSync(join(WEB, PAGES[0]))

/**
 * The hashes of our pages' inline scripts, for the content security policy. Read again after a new build; while one
 * replaces the other, the old ones are kept.
 */
export function followOwnScripts(folder = WEB): () => string {
  let known = { at: 0, hashes: '' }
  return () => {
    const at = statSync(join(folder, PAGES[0]), { throwIfNoEntry: false })?.mtimeMs
    if (at !== undefined && at !== known.at) known = { at, hashes: hashesOfScripts(folder) }
    return known.hashes
  }
}

function hashesOfScripts(folder: string): string {
  const pages = PAGES.map((page) => readFileSync(join(folder, page), 'utf8'))
  const scripts = pages.flatMap((page) => Array.from(page.matchAll(INLINE_SCRIPT), ([, script = '']) => script))
  const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`).join(' ')
}

/**
 * Serves the web application: one page for members, one for the console, and their files, whose content never changes
 * under a name.
 */
export async function servePages(app: FastifyInstance, { isDemo }: { isDemo: boolean }): Promise<void> {
  await app.register(fastifyStatic, {
    root: WEB,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The page reads it before it draws, so that the demo's bar is there from the start and nothing moves.
      if (isDemo && path.includes('.html')) reply.header('set-cookie', DEMO_MARK)
    },
  })
  app.get('/', (_, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path)
    if (!wantsPage) return answerUnknownPath(reply)
    if (CONSOLE.test(path)) return reply.sendFile('operator.html')
    return reply.code(SCREENS.test(path) ? 200 : 404).sendFile('index.html')
  })
}
