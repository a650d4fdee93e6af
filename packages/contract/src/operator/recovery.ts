import { z } from 'zod'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { ledgerAccount } from './ledger.ts'
import { intId, person } from './shapes.ts'

/** One transfer out of the vault or the treasury, as the chain names it. */
export const payment = {
  transaction: z.string().regex(/^0x[0-9a-f]{64}$/),
  /** Counts the token's transfers within the transaction, from 0. */
  ordinal: z.number().int().min(0).max(2_147_483_647),
}

export const readRecovery = route({
  method: 'GET',
  path: '/operator/recovery',
  access: 'console',
  summary: 'Whether the chain knows more than the database, and the payments that nobody has booked.',
  reply: done.extend({
    data: z.object({
      /** Null: everything is known, and payouts may leave. */
      recovery: z
        .object({
          began_at: instant,
          why: z.string(),
          /** How far the chain had been read then, and how far it has to be read. */
          since_block: z.number().int().nullable(),
          until_block: z.number().int().nullable(),
          /** Why it cannot end yet. Null: two operators can end it. */
          waits_for: z.string().nullable(),
        })
        .nullable(),
      /** Confirmed journals are missing: nothing is posted until two operators accept that. */
      lost_tail: z.object({ found_at: instant, why: z.string() }).nullable(),
      /** How far the chain was read for good. */
      final_block: z.number().int().nullable(),
      /** The oldest first; at most a hundred. */
      payments: z.array(
        z.object({
          ...payment,
          block: z.number().int(),
          from: z.enum(['vault', 'treasury', 'former']),
          recipient: z.string(),
          amount: usdNumber,
          /** What the vault paid it under. */
          payout_id: z.string().nullable(),
          /** Whose it is by its number, or may be by its address. */
          suggestions: z.array(person.extend({ because: z.enum(['number', 'address']) })),
          proposal_id: z.number().int().nullable(),
        }),
      ),
    }),
  }),
})

export const dryRunPayment = route({
  method: 'GET',
  path: '/operator/recovery/dry-run',
  access: 'console',
  summary:
    'What booking a payment would do to which accounts: to those of a member, or of operations. Nothing is written.',
  query: z.strictObject({ ...payment, member: intId.optional() }),
  reply: done.extend({
    data: z.object({
      accounts: z.array(
        z.object({ account: ledgerAccount, member: person.nullable(), before: usdNumber, after: usdNumber }),
      ),
      /** Why it could not be booked. */
      refused: z.string().nullable(),
    }),
  }),
})
