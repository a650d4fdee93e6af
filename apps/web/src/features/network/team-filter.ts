import type { listTeam } from '@trefoil/contract/network'
import type { QueryOf } from '@trefoil/contract/route'

export const TEAM_PAGE_SIZE = 10

type TeamQuery = QueryOf<typeof listTeam>
export type TeamFilter = Pick<TeamQuery, 'stage' | 'status'>

/** What an address asks for; what cannot be is left out. */
export function readFilter(query: URLSearchParams): TeamFilter & { page: number } {
  const stage = numberIn(query.get('stage'), 10)
  const status = query.get('status')
  return {
    ...(stage !== undefined && { stage }),
    ...((status === 'active' || status === 'inactive') && { status }),
    page: numberIn(query.get('page'), 1_000_000) ?? 1,
  }
}

/** What the server is asked for then. */
export const teamPageOf = (query: URLSearchParams): TeamQuery => ({ ...readFilter(query), limit: TEAM_PAGE_SIZE })

/** The same as an address: the first page and the choices of all are left out. */
export const writeFilter = ({ stage, status, page }: TeamFilter & { page?: number }): Record<string, string> => ({
  ...(stage !== undefined && { stage: String(stage) }),
  ...(status !== undefined && { status }),
  ...(page !== undefined && page > 1 && { page: String(page) }),
})

function numberIn(typed: string | null, max: number): number | undefined {
  if (typed === null || !/^\d{1,7}$/.test(typed)) return undefined
  const number = Number(typed)
  return number >= 1 && number <= max ? number : undefined
}
