import { z } from 'zod'
import { route } from './route.ts'
import { done, instant, reference, usdNumber } from './shapes.ts'

export const receiptFile = route({
  method: 'GET',
  path: '/donations/:id/receipt.pdf',
  access: 'member',
  summary: 'The receipt of one of my donations, as a PDF on A4 or, with `paper=letter`, on Letter.',
  params: z.object({ id: reference }),
  query: z.strictObject({ paper: z.enum(['A4', 'letter']).optional() }),
  reply: done,
})

export const verifyReceipt = route({
  method: 'GET',
  path: '/receipts/:reference',
  access: 'public',
  summary: 'Whether a receipt is genuine. Nothing is told about who gave.',
  // Whatever stands on a receipt may be asked for: what is no reference is not genuine.
  params: z.object({ reference: z.string().min(1).max(100) }),
  reply: done.extend({
    data: z.object({
      genuine: z.boolean(),
      /** The rest is there if it is genuine. */
      reference: z.string().optional(),
      amount: usdNumber.optional(),
      date: instant.optional(),
      cause: z.string().optional(),
      /** The number of its journal in the books. */
      log_position: z.int().optional(),
      /** Since when the donation is taken back; null if it stands. */
      reversed_on: instant.nullable().optional(),
    }),
  }),
})
