import { z } from 'zod'

const LIMIT_MAX = 200

/** Histories are newest first; without parameters the reply is the newest page. */
export const pageQuery = z.strictObject({
  cursor: z.string().min(1).max(800).optional(),
  limit: z.number().int().min(1).max(LIMIT_MAX).optional(),
})

/** Null on the last page. */
export const nextCursor = z.string().nullable()

/** Chosen by type, never by status. */
export const icon = z.enum(['deposit', 'withdrawal', 'donation', 'transfer', 'earning', 'referral'])
