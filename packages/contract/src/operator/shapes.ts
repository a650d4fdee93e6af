import { z } from 'zod'

/** Every act is written down with its reason. Members read the reason of a refusal and of an adjustment. */
export const why = z.string().min(3).max(300)

export const id = z.strictObject({ id: z.number().int().min(1) })

export const reference = z.strictObject({ id: z.string().min(1).max(100) })

export const because = z.strictObject({ why })

export const person = z.object({ id: z.number().int(), name: z.string(), email: z.string() })

export const memberAccount = z.enum(['impact', 'available', 'held'])

/** A day in UTC: 2026-02-28. Both ends count. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const range = { from: day.optional(), to: day.optional() }
