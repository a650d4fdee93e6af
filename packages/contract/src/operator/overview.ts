import { z } from 'zod'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { vaultFigures } from './shapes.ts'

const invariant = z.object({ name: z.string(), violations: z.number().int() })

/** Who owns the money. `chain` is the outside world: minus what came in and has not left. */
export const operatorOverview = route({
  method: 'GET',
  path: '/operator/overview',
  access: 'console',
  summary: 'Money in, out, held, owed and owned; what waits; whether everything is well.',
  reply: done.extend({
    data: z.object({
      money: z.object({
        /** Credited from the chain in total, and within the last 24 hours. */
        in: usdNumber,
        in_today: usdNumber,
        /** Paid out on the chain. */
        out: usdNumber,
        out_today: usdNumber,
        /** In open withdrawals. */
        held: usdNumber,
        /** Everything that members have: impact, available and held. */
        owed: usdNumber,
        /** Cause, operations and dust: what belongs to no member. */
        owned: usdNumber,
        cause: usdNumber,
        operations: usdNumber,
        dust: usdNumber,
        /** What came in minus what went out, by our books. */
        on_chain: usdNumber,
      }),
      members: z.object({
        total: z.number().int(),
        active: z.number().int(),
        frozen: z.number().int(),
        new_today: z.number().int(),
      }),
      queue: z.object({
        /** Withdrawals that wait for an operator, the oldest of them, and those being paid. */
        waiting: z.number().int(),
        waiting_amount: usdNumber,
        oldest: instant.nullable(),
        approved: z.number().int(),
        sending: z.number().int(),
        failed: z.number().int(),
        /** Proposals that wait for the second person. */
        proposals: z.number().int(),
        /** Transfers that could not be credited to a member. */
        unmatched: z.number().int(),
      }),
      scanner: z.object({
        scanned: z.number().int().nullable(),
        final: z.number().int().nullable(),
        /** Seconds since its last report. */
        lag_seconds: z.number().nullable(),
        trouble: z.string().nullable(),
      }),
      payouts: z.object({
        paused: z.boolean(),
        /** Why a recovery is under way. */
        recovery: z.string().nullable(),
        trouble: z.string().nullable(),
        vault: vaultFigures,
        signers: z.array(
          z.object({ address: z.string(), next_nonce: z.number().int(), stopped: z.string().nullable() }),
        ),
      }),
      /** Why nothing is posted. Null: orders are taken. */
      posting_stopped: z.string().nullable(),
      /** As of the last check, which is at most a minute old. */
      invariants: z.object({ ok: z.boolean(), violated: z.array(z.string()) }),
      /** A sentence for each part for which public health has only one word. */
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
