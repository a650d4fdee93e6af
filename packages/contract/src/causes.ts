import { z } from 'zod'
import { route } from './route.ts'
import { done, instant, usdNumber } from './shapes.ts'

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024

/** What a cause is known by in addresses: `clean-water`. */
export const causeSlug = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

export const causeState = z.enum(['draft', 'open', 'closed'])

/** In two sizes, whose addresses never change their content. */
export const picture = z.object({
  small: z.string(),
  large: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** For those who do not see it. */
  description: z.string(),
})

export const causeFigures = {
  given: usdNumber,
  paid_out: usdNumber,
  /** Given, and not paid out yet. */
  waiting: usdNumber,
  /** Null under ten: so few could be guessed. */
  donors: z.number().int().nullable(),
}

const publicState = z.enum(['open', 'closed'])

const cause = z.object({
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  state: publicState,
  picture: picture.nullable(),
  ...causeFigures,
})

export const causeUpdate = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  /** The text, rendered: safe to show. */
  html: z.string(),
  posted_at: instant,
  /** When it was last corrected. */
  corrected_at: instant.nullable(),
  pictures: z.array(picture),
})

export const listCauses = route({
  method: 'GET',
  path: '/causes',
  access: 'public',
  shared: true,
  summary: 'Who receives donations, what they were given, and what they were paid.',
  reply: done.extend({ data: z.object({ causes: z.array(cause) }) }),
})

export const readCause = route({
  method: 'GET',
  path: '/causes/:slug',
  access: 'public',
  shared: true,
  summary: 'One cause: its story, every payout with its transaction, and what was done with the money.',
  params: z.strictObject({ slug: causeSlug }),
  reply: done.extend({
    data: cause.extend({
      /** CommonMark. */
      story: z.string(),
      /** The story, rendered: safe to show. */
      story_html: z.string(),
      legal: z.object({
        name: z.string(),
        country: z.string().nullable(),
        registration_number: z.string().nullable(),
        link: z.string().nullable(),
      }),
      payout_address: z.string().nullable(),
      payouts: z.array(
        z.object({ date: instant, amount: usdNumber, transaction: z.string(), link: z.string().nullable() }),
      ),
      updates: z.array(causeUpdate),
    }),
  }),
})

export const readCauseBadge = route({
  method: 'GET',
  path: '/causes/:slug/badge.svg',
  access: 'public',
  shared: true,
  summary: 'What a cause was given, as a small picture for other pages.',
  params: z.strictObject({ slug: causeSlug }),
  reply: z.string(),
})

export const readPicture = route({
  method: 'GET',
  path: '/pictures/:name',
  access: 'public',
  shared: true,
  summary: 'A picture of a cause or of an update.',
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{32}-(small|large)\.webp$/) }),
  reply: z.string(),
})
