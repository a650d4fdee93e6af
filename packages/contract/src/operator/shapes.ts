import { z } from 'zod'
import { lineOfText, reference as referenceText, usdNumber } from '../shapes.ts'

/** Every action is recorded with its reason. Members read the reason for a refusal or an adjustment. */
export const why = lineOfText.min(3).max(300)

/** As large as their columns allow. */
export const intId = z.number().int().min(1).max(2_147_483_647)
export const bigId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const id = z.strictObject({ id: intId })

export const reference = z.strictObject({ id: referenceText })

export const because = z.strictObject({ why })

export const person = z.object({ id: z.number().int(), name: z.string(), email: z.string() })

export const memberAccount = z.enum(['impact', 'available', 'held'])

/** As the payout worker saw it last. A limit is null where the vault has none; while `float` is null, nothing is known. */
export const vaultFigures = z.object({
  float: usdNumber.nullable(),
  per_payment: usdNumber.nullable(),
  per_day: usdNumber.nullable(),
  left_today: usdNumber.nullable(),
})

/** A day in UTC: 2026-02-28. Ranges include both ends. */
const day = z.iso.date().regex(/^[12]\d{3}-/)

export const range = { from: day.optional(), to: day.optional() }
