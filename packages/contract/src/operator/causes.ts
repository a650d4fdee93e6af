import { z } from 'zod'
import { causeFigures, causeSlug, causeState, causeUpdate, picture, PICTURE_BYTES_MAX } from '../causes.ts'
import { route } from '../route.ts'
import { done, instant, lineOfText, usdNumber } from '../shapes.ts'
import { proposed } from './proposals.ts'
import { id, intId, person, why } from './shapes.ts'

/** Several lines: no control characters but line ends and tabs, and no unpaired surrogates, which databases reject. */
const text = z.string().regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]*$/u)

const pictureName = z.string().regex(/^[0-9a-f]{32}$/)
const description = lineOfText.max(200)
const country = z.string().regex(/^[A-Z]{2}$/)
const filled = /\S/

/** What operators write about a cause. */
const causeText = {
  slug: causeSlug,
  name: lineOfText.min(1).max(100).regex(filled),
  summary: lineOfText.max(280),
  /** CommonMark. */
  story: text.max(20_000),
  /** As uploaded before. */
  picture: pictureName.nullable(),
  picture_description: description,
  legal_name: lineOfText.max(200),
  /** ISO 3166-1: two letters. */
  country: country.nullable(),
  registration_number: lineOfText.max(100),
  link: lineOfText.max(300),
  /** Where donations are deductible, and the words that a receipt then has to have. */
  deductible: z
    .array(z.strictObject({ jurisdiction: country, words: lineOfText.min(1).max(500).regex(filled) }))
    .max(20),
}

/** Rises with each change. */
const version = z.number().int()
/** What the writer has read: refused if somebody has changed it since. */
const versionRead = intId

const causeRow = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  state: causeState,
  is_default: z.boolean(),
  ...causeFigures,
})

const causeRecord = causeRow.extend({
  summary: z.string(),
  story: z.string(),
  picture: picture.extend({ name: z.string() }).nullable(),
  legal_name: z.string(),
  country: z.string().nullable(),
  registration_number: z.string(),
  link: z.string(),
  deductible: z.array(z.object({ jurisdiction: z.string(), words: z.string() })),
  /** Of what is written. */
  version,
  /** Who wrote it last. Null: nobody has changed it since operators are asked for their names. */
  written_by: person.nullable(),
  written_at: instant.nullable(),
  /** Part of what waits: for payouts that are not paid yet. */
  held: usdNumber,
  payout_address: z.string().nullable(),
  /** Nothing is paid there before. */
  payout_address_from: instant.nullable(),
  updates: z.array(
    causeUpdate.extend({
      pictures: z.array(picture.extend({ name: z.string() })),
      posted_by: person,
      /** 1: as it was posted. */
      revision: version,
      /** Who corrected or withdrew it last. */
      changed_by: person.nullable(),
      /** From then on nobody outside sees it. */
      withdrawn_at: instant.nullable(),
    }),
  ),
})

export const listOperatorCauses = route({
  method: 'GET',
  path: '/operator/causes',
  access: 'console',
  summary: 'Every cause, drafts too.',
  reply: done.extend({ data: z.object({ causes: z.array(causeRow) }) }),
})

export const readOperatorCause = route({
  method: 'GET',
  path: '/operator/causes/:id',
  access: 'console',
  summary: 'What was written about a cause, and its updates.',
  params: id,
  reply: done.extend({ data: z.object({ cause: causeRecord }) }),
})

export const createCause = route({
  method: 'POST',
  path: '/operator/causes',
  access: 'operator',
  summary: 'Write a new cause. It is a draft until two operators open it.',
  body: z.strictObject({ ...causeText, why }),
  reply: done.extend({ data: z.object({ id: intId }) }),
})

export const changeCause = route({
  method: 'PUT',
  path: '/operator/causes/:id',
  access: 'operator',
  summary: 'Change what is written about a cause. Opening, closing and the payout address take two: propose it.',
  params: id,
  body: z.strictObject({ ...causeText, version: versionRead, why }),
  reply: done.extend({ data: z.object({ version }) }),
})

const updateText = {
  title: lineOfText.min(1).max(120).regex(filled),
  /** CommonMark. */
  text: text.min(1).max(10_000),
  pictures: z.array(z.strictObject({ name: pictureName, description })).max(6),
}

const idOfUpdate = z.strictObject({ id: intId, update: intId })

export const postCauseUpdate = route({
  method: 'POST',
  path: '/operator/causes/:id/updates',
  access: 'operator',
  summary: 'Say what was done with the money. Donors of the cause are told.',
  params: id,
  body: z.strictObject(updateText),
  reply: done.extend({ data: z.object({ id: intId }) }),
})

export const correctCauseUpdate = route({
  method: 'PUT',
  path: '/operator/causes/:id/updates/:update',
  access: 'operator',
  summary: 'Correct an update. The public page says when; what it said before is kept.',
  params: idOfUpdate,
  body: z.strictObject({ ...updateText, revision: versionRead, why }),
  reply: done.extend({ data: z.object({ revision: version }) }),
})

export const withdrawCauseUpdate = route({
  method: 'POST',
  path: '/operator/causes/:id/updates/:update/withdraw',
  access: 'operator',
  summary: 'Take an update back, for good: nobody outside sees it any more, and its pictures are deleted.',
  params: idOfUpdate,
  body: z.strictObject({ revision: versionRead, why }),
  reply: done,
})

export const uploadPicture = route({
  method: 'POST',
  path: '/operator/pictures',
  access: 'operator',
  summary: 'A picture for a cause or an update, as the body: PNG, JPEG or WebP. It is drawn anew, without metadata.',
  upload: PICTURE_BYTES_MAX,
  reply: done.extend({ data: z.object({ picture: picture.extend({ name: pictureName }) }) }),
})

export const proposeCause = route({
  method: 'POST',
  path: '/operator/proposals/cause',
  access: 'operator',
  summary: 'Open or close a cause, or change where it is paid, once another operator agrees.',
  body: z.strictObject({
    cause: intId,
    change: z.enum(['open', 'close', 'address']),
    /** To open a cause that has none yet, or to change it. */
    address: lineOfText.min(1).max(100).optional(),
    why,
  }),
  reply: proposed,
})
