import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { FIGURE_NAMES, textOf, type Figure, type FigurePart } from '@trefoil/contract/figures'
import type { Route } from '@trefoil/contract/route'

export type MemberRead = { path: string; access: Route['access'] }

const CONTRACT = import.meta.resolve('@trefoil/contract/route')

/** What a route cannot be called without. */
const QUERIES: Record<string, string> = {
  '/users/team-search': '?q=test',
  '/proofs/log/consistency': '?from=1&to=1',
  '/proofs/log/inclusion': '?index=0&size=1',
}
const NAMES: Record<string, string> = {
  ':slug': 'the-cause',
  ':reference': 'N0B0DYS0',
  ':version': '1',
  ':epoch': '1',
}
const asCalled = (path: string): string =>
  `${path.replace(/:\w+/, (name) => NAMES[name] ?? name)}${QUERIES[path] ?? ''}`

/** Made for whoever asks, or kept by caches: nobody waits for them as for a screen. */
const isFile = (path: string): boolean => /\.(pdf|csv|svg)$|^\/pictures\/|\/leaves$/.test(path)

const JOURNAL = '/proofs/log/journal/'

type Known = {
  /** The reference of a journal of the member's own; without it, the proof of a journal is left out. */
  journal?: string | undefined
  /** A case of the member's own; without it, nobody's is asked for. */
  supportCase?: string | undefined
  /** A kind of document that is published; without it, none is asked for. */
  document?: string | undefined
  /** What figures are asked about that only some members have, such as a donation; without it, these are left out. */
  parts?: Partial<Record<FigurePart, string>>
}

/** Every GET of the contract that a member can call, with a query if it needs one, but no files. */
export async function memberReads({ journal, supportCase, document, parts = {} }: Known = {}): Promise<MemberRead[]> {
  // Not the console's, which are in a folder of their own.
  const files = (await readdir(fileURLToPath(new URL('.', CONTRACT)))).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, CONTRACT).href) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isRoute)
    .filter(({ method, access }) => method === 'GET' && access !== 'operator' && access !== 'console')
    .filter(({ path }) => !isFile(path) && !(path.startsWith(JOURNAL) && journal === undefined))
    .flatMap(({ path, access }) =>
      pathsOf(path, { journal, supportCase, document, parts }).map((called) => ({ path: `/api${called}`, access })),
    )
}

/** What explains figures does so in as many ways as there are figures. */
function pathsOf(path: string, { journal = '', supportCase, document, parts = {} }: Known): string[] {
  if (path === '/documents/:kind') return document === undefined ? [] : [`/documents/${document}`]
  if (path === '/support/cases/:reference' && supportCase !== undefined) return [`/support/cases/${supportCase}`]
  if (path.startsWith(JOURNAL)) return [`${JOURNAL}${encodeURIComponent(journal)}`]
  if (path !== '/explain/:figure') return [asCalled(path)]
  const month = new Date().toISOString().slice(0, 7)
  const known = { from: month, to: month, source: 'sponsor', level: '1', stage: '1', cause: 'the-cause', ...parts }
  return FIGURE_NAMES.flatMap((figure) => pathOfFigure(figure, known))
}

function pathOfFigure(figure: Figure, known: Partial<Record<FigurePart, string>>): string[] {
  const { needs = [], may = [] } = textOf(figure)
  const query = new URLSearchParams()
  for (const part of [...needs, ...may]) {
    const value = known[part]
    if (value === undefined) return []
    query.set(part, value)
  }
  return [`/explain/${figure}?${query.toString()}`]
}

const isRoute = (one: unknown): one is Route =>
  typeof one === 'object' && one !== null && 'path' in one && 'method' in one
