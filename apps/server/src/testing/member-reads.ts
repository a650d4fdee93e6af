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
  ':reference': 'donation-of-nobody',
  ':version': '1',
  ':epoch': '1',
}
const asCalled = (path: string): string =>
  `${path.replace(/:\w+/, (name) => NAMES[name] ?? name)}${QUERIES[path] ?? ''}`

/** Made for whoever asks, or kept by caches: nobody waits for them as for a screen. */
const isFile = (path: string): boolean => /\.(pdf|csv|svg)$|^\/pictures\/|\/leaves$/.test(path)

const JOURNAL = '/proofs/log/journal/'

/**
 * Every GET of the contract that a member can call, with a query if it needs one, but no files. `journal`: the reference
 * of one of theirs; without it, the proof of a journal is left out.
 */
export async function memberReads({ journal }: { journal?: string } = {}): Promise<MemberRead[]> {
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
    .flatMap(({ path, access }) => pathsOf(path, journal).map((called) => ({ path: `/api${called}`, access })))
}

/** What explains figures does so in as many ways as there are figures. */
function pathsOf(path: string, journal = ''): string[] {
  if (path.startsWith(JOURNAL)) return [`${JOURNAL}${encodeURIComponent(journal)}`]
  return path === '/explain/:figure' ? FIGURE_NAMES.filter(isAnswered).map(pathOfFigure) : [asCalled(path)]
}

/** Needs a donation of the member's own. */
const isAnswered = (figure: Figure): boolean => figure !== 'donation'

function pathOfFigure(figure: Figure): string {
  const month = new Date().toISOString().slice(0, 7)
  const parts: Record<FigurePart, string> = {
    from: month,
    to: month,
    source: 'sponsor',
    level: '1',
    stage: '1',
    cause: 'the-cause',
    donation: '',
  }
  const { needs = [], may = [] } = textOf(figure)
  const query = new URLSearchParams([...needs, ...may].map((part): [string, string] => [part, parts[part]]))
  return `/explain/${figure}?${query.toString()}`
}

const isRoute = (one: unknown): one is Route =>
  typeof one === 'object' && one !== null && 'path' in one && 'method' in one
