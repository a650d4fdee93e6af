import { z } from 'zod'
import { route } from '../route.ts'
import { done, usdNumber } from '../shapes.ts'
import { ledgerAccount } from './ledger.ts'
import { bigId, person } from './shapes.ts'

export const dryRunReversal = route({
  method: 'GET',
  path: '/operator/ledger/journals/:id/reversal',
  access: 'console',
  summary: 'Every account that the reversal of a journal would touch. Refused, with the reason, if it is not possible.',
  params: z.strictObject({ id: bigId }),
  query: z.strictObject({
    /** Whether operations pays what was spent since. */
    operations_bears: z.boolean().optional(),
  }),
  reply: done.extend({
    data: z.object({
      /** What operations would pay in place of others. */
      borne: usdNumber,
      accounts: z.array(
        z.object({ account: ledgerAccount, member: person.nullable(), before: usdNumber, after: usdNumber }),
      ),
      /** Members whose stage or window would change. */
      standings: z.array(
        z.object({
          member: person,
          stage: z.object({ before: z.number().int(), after: z.number().int() }),
          stage_balance: z.object({ before: usdNumber, after: usdNumber }),
        }),
      ),
    }),
  }),
})
