import * as contract from '@trefoil/contract/activities'
import { earningReport, performanceReport } from '@trefoil/contract/reports'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readActivities } from './activities.ts'
import { readActivityStats } from './activity-stats.ts'
import { readEarnings } from './earnings.ts'
import { readPerformance } from './performance.ts'

export const reportRoutes = (context: { db: Database; keyring: Keyring }): Served[] => [
  serve(contract.activityHistory, async ({ caller, query }) =>
    ok('Activities', { data: await readActivities(context, caller.accountId, query) }),
  ),

  serve(contract.activityStats, async ({ caller }) =>
    ok('Activity of the last twelve months', {
      data: { months: await readActivityStats(context.db, caller.accountId) },
    }),
  ),

  serve(earningReport, async ({ caller }) =>
    ok('Earnings of the last twelve months', { data: await readEarnings(context.db, caller.accountId) }),
  ),

  serve(performanceReport, async ({ caller }) =>
    ok('The team in the last twelve months', {
      data: { months: await readPerformance(context.db, caller.accountId) },
    }),
  ),
]
