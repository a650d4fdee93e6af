import { z } from 'zod'
import { route } from './route.ts'
import { done, usdNumber } from './shapes.ts'

const count = z.int().min(0)
/** 2026-03, in UTC. */
const month = z.string()

/** Why a member earned: as the donor's sponsor, or as the member so many levels above. */
export const earningSource = z.enum([
  'sponsor',
  'level_1',
  'level_2',
  'level_3',
  'level_4',
  'level_5',
  'level_6',
  'level_7',
  'level_8',
  'level_9',
  'level_10',
])
export type EarningSource = z.input<typeof earningSource>

export const earningReport = route({
  method: 'GET',
  path: '/reports/earnings',
  access: 'member',
  summary: 'What I earned in each of the last twelve months, by source, oldest month first.',
  reply: done.extend({
    data: z.object({
      /** Earned before the first of the months: where the cumulative line begins. */
      earned_before: usdNumber,
      months: z.array(
        z.object({
          month,
          amount: usdNumber,
          sources: z.array(z.object({ source: earningSource, amount: usdNumber })),
        }),
      ),
    }),
  }),
})
export type EarningMonth = z.input<typeof earningReport.reply>['data']['months'][number]

export const performanceReport = route({
  method: 'GET',
  path: '/reports/performance',
  access: 'member',
  summary: 'How my team grew and what it gave in each of the last twelve months, oldest month first.',
  reply: done.extend({
    data: z.object({
      months: z.array(
        z.object({
          month,
          joined: count,
          /** The team's size at the end of the month. */
          members: count,
          donations: count,
          donated: usdNumber,
        }),
      ),
    }),
  }),
})
export type PerformanceMonth = z.input<typeof performanceReport.reply>['data']['months'][number]
