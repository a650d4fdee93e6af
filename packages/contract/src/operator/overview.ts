import { z } from 'zod'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'

const invariant = z.object({ name: z.string(), violations: z.number().int() })

/** Whose the money on the accounts is. `chain` is the outside world: the negative of what came in and did not leave. */
export const operatorOverview = route({
  method: 'GET',
  path: '/operator/overview',
  access: 'console',
  summary: 'Money in, out, held, owed and owned; what waits; whether everything is well.',
  reply: done.extend({
    data: z.object({
      money: z.object({
        /** Credited from the chain, ever, and within the last 24 hours. */
        in: usdNumber,
        in_today: usdNumber,
        /** Paid out on the chain. */
        out: usdNumber,
        out_today: usdNumber,
        /** In open withdrawals. */
        held: usdNumber,
        /** All that members have: impact, available and held. */
        owed: usdNumber,
        /** Of the cause, of operations, and dust: what is nobody else's. */
        owned: usdNumber,
        cause: usdNumber,
        operations: usdNumber,
        dust: usdNumber,
        /** Net of what came in and went out, by our books. */
        on_chain: usdNumber,
      }),
      members: z.object({
        total: z.number().int(),
        active: z.number().int(),
        frozen: z.number().int(),
        new_today: z.number().int(),
      }),
      queue: z.object({
        /** Withdrawals that wait for an operator, the oldest of them, and those on their way. */
        waiting: z.number().int(),
        waiting_amount: usdNumber,
        oldest: instant.nullable(),
        approved: z.number().int(),
        sending: z.number().int(),
        failed: z.number().int(),
        /** Two-person acts that wait for the second person. */
        proposals: z.number().int(),
        /** Transfers to none of our members' addresses. */
        unmatched: z.number().int(),
      }),
      scanner: z.object({
        scanned: z.number().int().nullable(),
        final: z.number().int().nullable(),
        /** How many seconds ago it last reported. */
        lag_seconds: z.number().nullable(),
        trouble: z.string().nullable(),
      }),
      payouts: z.object({
        paused: z.boolean(),
        trouble: z.string().nullable(),
        signers: z.array(
          z.object({ address: z.string(), next_nonce: z.number().int(), stopped: z.string().nullable() }),
        ),
      }),
      /** As of the last check, which is at most a minute old. */
      invariants: z.object({ ok: z.boolean(), violated: z.array(z.string()) }),
      /** A sentence on each part that the public health page has one word for. */
      parts: z.record(z.string(), z.string()),
    }),
  }),
})

export const checkInvariants = route({
  method: 'GET',
  path: '/operator/invariants',
  access: 'console',
  summary: 'Every invariant, checked over everything right now.',
  reply: done.extend({ data: z.object({ invariants: z.array(invariant) }) }),
})
