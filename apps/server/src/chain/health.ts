import type { Health } from '../db/worker-status.ts'
import type { Chain } from './chain.ts'

/** What this process has seen of its providers. */
export function chainHealth({ health }: Chain): Health {
  const { state, message, head, providers } = health()
  const well = state === 'ok'
  if (well && providers.every((provider) => provider.state === 'ok'))
    return { well, sentence: `ok, at block ${head}, ${providers.length} of ${providers.length} providers` }
  if (well && head === undefined) return { well, sentence: 'ok, not asked by this process yet' }
  return { well, sentence: well ? `ok, but ${message}` : message }
}
