import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Route } from '@trefoil/contract/route'

export type MemberRead = { path: string; access: Route['access'] }

const CONTRACT = import.meta.resolve('@trefoil/contract/route')

/** What a route cannot be called without. */
const QUERIES: Record<string, string> = { '/users/team-search': '?q=test' }

/** Every GET of the contract that a member can call, with a query if it needs one. */
export async function memberReads(): Promise<MemberRead[]> {
  // Not the console's, which are in a folder of their own.
  const files = (await readdir(fileURLToPath(new URL('.', CONTRACT)))).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, CONTRACT).href) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isRoute)
    .filter(({ method, access }) => method === 'GET' && access !== 'operator' && access !== 'console')
    .map(({ path, access }) => ({ path: `/api${path}${QUERIES[path] ?? ''}`, access }))
}

const isRoute = (one: unknown): one is Route =>
  typeof one === 'object' && one !== null && 'path' in one && 'method' in one
