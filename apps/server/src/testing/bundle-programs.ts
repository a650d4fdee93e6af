import { fileURLToPath } from 'node:url'
import { bundlePrograms } from '../../bundle.ts'

/** Programs that tests start as processes of their own, by the source of each. */
const SOURCES = {
  main: '../main.ts',
  cli: '../cli.ts',
  'leader-child': 'leader-child.ts',
  'payout-child': 'payout-child.ts',
  'poster-child': 'poster-child.ts',
  'rotation-child': 'rotation-child.ts',
  'server-child': 'server-child.ts',
  'statement-child': 'statement-child.ts',
  'webhook-child': 'webhook-child.ts',
}

export type Program = keyof typeof SOURCES

/** Bundles them all, once for a whole run: a process that starts from sources takes two seconds of processor time. */
export function bundleTestPrograms(folder: string): Promise<void> {
  const sources = Object.entries(SOURCES).map(([name, file]) => [name, fileURLToPath(new URL(file, import.meta.url))])
  return bundlePrograms(Object.fromEntries(sources) as Record<Program, string>, folder)
}
