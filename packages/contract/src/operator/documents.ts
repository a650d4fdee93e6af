import { z } from 'zod'
import { country, documentKind, publishedVersion } from '../consent.ts'
import { route } from '../route.ts'
import { done, instant } from '../shapes.ts'
import { proposed } from './proposals.ts'
import { id, person, why } from './shapes.ts'

/** In characters. */
const TEXT_MAX = 50_000

/** CommonMark. No control characters but line ends and tabs, none that change the direction of writing, no half pairs. */
const text = z
  .string()
  .min(1)
  .max(TEXT_MAX)
  .regex(/^(?=[^]*\S)[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]*$/u)

const decided = { proposal: z.number().int(), proposed_by: person }

const waiting = { ...decided, proposed_at: instant, why: z.string() }

const rules = {
  /** `countries` are the only ones allowed. Otherwise they are refused. */
  only_these: z.boolean(),
  countries: z.array(z.string()),
  minimum_age: z.number().int().nullable(),
  /** Between sign-up and the first donation. */
  waiting_hours: z.number().int(),
}

export const listConsoleDocuments = route({
  method: 'GET',
  path: '/operator/documents',
  access: 'console',
  summary: 'What members are asked to agree to: every version, what waits for a second operator, and who may agree.',
  reply: done.extend({
    data: z.object({
      documents: z.array(
        z.object({
          kind: documentKind,
          /** Newest first: the first one is in force. */
          versions: z.array(publishedVersion.extend({ ...decided, agreed_by: person, agreed: z.number().int() })),
          waiting: z.array(z.object(waiting)),
        }),
      ),
      rules: z.object(rules),
      waiting_rules: z.array(z.object({ ...waiting, ...rules })),
    }),
  }),
})

export const readConsoleDocument = route({
  method: 'GET',
  path: '/operator/documents/:id',
  access: 'console',
  summary: 'A version, or a proposal of one, by the number of its proposal: its text, and the one before it.',
  params: id,
  reply: done.extend({
    data: z.object({
      kind: documentKind,
      /** Null: it is not published. */
      version: z.number().int().nullable(),
      text: z.string(),
      html: z.string(),
      /** Of the version before it, or in force. Null: there is none. */
      before: z.string().nullable(),
    }),
  }),
})

export const previewDocument = route({
  method: 'POST',
  path: '/operator/documents/preview',
  access: 'console',
  summary: 'How a text will look. Nothing is written.',
  body: z.strictObject({ text }),
  reply: done.extend({ data: z.object({ html: z.string() }) }),
})

export const proposeDocument = route({
  method: 'POST',
  path: '/operator/proposals/document',
  access: 'operator',
  summary: 'Publish a new version of a document, once another operator agrees. Members are then asked to agree to it.',
  body: z.strictObject({ kind: documentKind, text, why }),
  reply: proposed,
})

export const proposeConsentRules = route({
  method: 'POST',
  path: '/operator/proposals/consent-rules',
  access: 'operator',
  summary: 'Change who may agree and how long newcomers wait before they give, once another operator agrees.',
  body: z.strictObject({
    ...rules,
    countries: z.array(country).max(250),
    minimum_age: z.number().int().min(1).max(120).nullable(),
    waiting_hours: z.number().int().min(0).max(8760),
    why,
  }),
  reply: proposed,
})
