import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done } from '../shapes.ts'
import { range } from './shapes.ts'

export const exportable = z.enum([
  'members',
  'withdrawals',
  'deposits',
  'unmatched',
  'journals',
  'entries',
  'donations',
  'proposals',
  'cases',
  'agreements',
  'audit',
])

export const exportCsv = route({
  method: 'GET',
  path: '/operator/export/:what',
  access: 'console',
  summary: 'A table as CSV, in pages of up to 5000 lines to be joined. The first page has the header row.',
  params: z.strictObject({ what: exportable }),
  query: pageQuery.pick({ cursor: true }).extend(range),
  reply: done.extend({ data: z.object({ csv: z.string(), lines: z.number().int(), next_cursor: nextCursor }) }),
})
