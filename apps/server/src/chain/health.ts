import type { Chain } from './chain.ts'

/** One line for the health page, of what this process has seen of its providers. */
export function chainHealth({ health }: Chain): string {
  const { state, message, head, providers } = health()
  if (state === 'ok' && providers.every((provider) => provider.state === 'ok'))
    return `ok, at block ${head}, ${providers.length} of ${providers.length} providers`
  if (head === undefined && state === 'ok') return 'ok, not asked by this process yet'
  return `${state === 'ok' ? 'ok, but ' : ''}${message}`
}
