import { readFileSync, statSync } from 'node:fs'
import { modeProblem } from './file-mode.ts'
import { StartError } from './start-error.ts'

const ROLES = ['all', 'web', 'worker'] as const
/** What one process does: serve members, lead the work behind that and hold the keys for it, or both. */
export type Role = (typeof ROLES)[number]

/** A misspelt role must not become a process that does everything. */
export function readRole(typed: string | undefined): Role {
  const role = typed?.trim() || 'all'
  const found = ROLES.find((known) => known === role)
  if (!found) throw new StartError(`TREFOIL_ROLE is "${role}": set it to all, web or worker.`)
  return found
}

export const servesMembers = (role: Role): boolean => role !== 'worker'

/** Timers, the scanner, payouts, the log, and posting for all. */
export const leadsWork = (role: Role): boolean => role !== 'web'

/** A misspelt mode must not become the demo. */
export function isProduction(typed: string | undefined): boolean {
  const mode = typed?.trim() ?? ''
  if (!['', 'development', 'test', 'production'].includes(mode))
    throw new StartError(`NODE_ENV is "${mode}": set it to production, or unset it for the demo.`)
  return mode === 'production'
}

/** Names the problem, if there is one. */
export function readSecretFile(file: string, problems: string[], setting = 'TREFOIL_SECRET_FILE'): string | undefined {
  try {
    const [text, { mode }] = [readFileSync(file, 'utf8'), statSync(file)]
    const wrong = modeProblem(mode)
    if (wrong) problems.push(`${setting}: ${wrong}`)
    return text.trim()
  } catch (error) {
    problems.push(`${setting}: cannot be read (${(error as NodeJS.ErrnoException).code})`)
    return undefined
  }
}
