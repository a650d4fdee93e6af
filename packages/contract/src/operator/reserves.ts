import { z } from 'zod'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'

/** Exact, in the token: more digits than a number has. */
const tokenText = z.string()

const line = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.object({ name: z.enum(names), amount: tokenText })

const comparison = z.object({
  /** The final block at which both sides were read. */
  block: z.number().int(),
  checked_at: instant,
  /** Since when the verdict is what it is. */
  since: instant,
  held: z.array(line(['vault', 'treasury', 'unswept'])),
  held_in_all: tokenText,
  /** As they add up: what makes it less is negative. */
  explained: z.array(
    line([
      'books',
      'unproven',
      'dust',
      'depositsWaiting',
      'payoutsWaiting',
      'payoutsAhead',
      'opening',
      'funding',
      'unmatched',
      'unbooked',
    ]),
  ),
  explained_in_all: tokenText,
  difference: tokenText,
  /** Why nothing may leave. */
  trouble: z.string().nullable(),
})

export const readReserves = route({
  method: 'GET',
  path: '/operator/reserves',
  access: 'console',
  summary: 'What the chain holds, what explains it, and what is owed.',
  reply: done.extend({
    data: z.object({
      /** Null until the history of treasury and vault is read. */
      comparison: comparison.nullable(),
      owed: z.object({ members: usdNumber, causes: usdNumber, operations: usdNumber }),
      /** Who is paid by two operators: operations, whose `cause` is null, and causes. */
      payees: z.array(
        z.object({
          cause: z.number().int().nullable(),
          name: z.string(),
          balance: usdNumber,
          /** For payouts that are not paid yet. */
          held: usdNumber,
          address: z.string().nullable(),
        }),
      ),
      /** What left treasury or vault, and nobody booked: oldest first. */
      outflows: z.array(
        z.object({
          transaction: z.string(),
          ordinal: z.number().int(),
          block: z.number().int(),
          sender: z.string(),
          recipient: z.string(),
          amount: tokenText,
          payout_id: z.string().nullable(),
          seen_at: instant,
        }),
      ),
      /** Addresses of our own, as two operators declared. */
      funding: z.array(
        z.object({
          address: z.string(),
          name: z.string(),
          declared_at: instant,
          /** What came from there, less what went there. */
          amount: tokenText,
        }),
      ),
    }),
  }),
})
