import * as contract from '@trefoil/contract/network'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readDetails } from './details.ts'
import { listReferrals } from './referrals.ts'
import { readTeamFigures, readTopReferrers } from './team-figures.ts'
import { listTeam } from './team-list.ts'
import { searchTeam } from './team-search.ts'
import { readTreeWindow } from './tree-window.ts'

/** For members only: operators have no place in the tree. */
export const networkRoutes = ({ db, keyring }: { db: Database; keyring: Keyring }): Served[] => [
  serve(contract.listReferrals, async ({ caller, query }) =>
    ok('Referrals', { data: await listReferrals({ db, keyring }, caller.accountId, query) }),
  ),

  serve(contract.listTeam, async ({ caller, query: { stage, status, page = 1, limit = 10 } }) => {
    const { members, total } = await listTeam(db, { viewer: caller.accountId, stage, status, page, limit })
    return ok('Team', { data: members, stats: { totalPages: Math.ceil(total / limit), total, page, limit } })
  }),

  serve(contract.readTree, async ({ caller, query: { root, depth = 3 } }) =>
    ok('Tree', { data: await readTreeWindow(db, { viewer: caller.accountId, root, depth }) }),
  ),

  serve(contract.readNetworkStats, async ({ caller }) => ok('Network', await readTeamFigures(db, caller.accountId))),

  serve(contract.readTeamStats, async ({ caller }) => {
    const { stats } = await readTeamFigures(db, caller.accountId)
    return ok('Team', { stats })
  }),

  serve(contract.readTopReferrers, async ({ caller }) =>
    ok('Top referrers', { data: { top_referrers: await readTopReferrers(db, caller.accountId) } }),
  ),

  serve(contract.readDetails, async ({ caller }) => ok('Details', { data: await readDetails(db, caller.accountId) })),

  serve(contract.searchTeam, async ({ caller, query }) =>
    ok('Found', { data: { members: await searchTeam(db, { viewer: caller.accountId, words: query.q }) } }),
  ),
]
