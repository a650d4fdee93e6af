import { z } from 'zod'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

export const documentKind = z.enum(['terms', 'privacy', 'risk'])

const versionNumber = z.number().int().min(1).max(2_147_483_647)

/** ISO 3166-1: two letters. */
export const country = z.string().regex(/^[A-Z]{2}$/)

export const publishedVersion = z.object({
  version: z.number().int(),
  /** SHA-256 of the text, in hexadecimal digits. */
  hash: z.string(),
  published_at: instant,
})

const document = publishedVersion.extend({ kind: documentKind })

/** The text, rendered: safe to show. */
const html = z.string()

export const listDocuments = route({
  method: 'GET',
  path: '/documents',
  access: 'public',
  shared: true,
  summary: 'The documents in force. None: nobody is asked to agree to anything.',
  reply: done.extend({ data: z.object({ documents: z.array(document) }) }),
})

export const readDocument = route({
  method: 'GET',
  path: '/documents/:kind',
  access: 'public',
  shared: true,
  summary: 'A document to read: the version in force, or an older one.',
  params: z.strictObject({ kind: documentKind }),
  query: z.strictObject({ version: versionNumber.optional() }),
  reply: done.extend({
    data: document.extend({
      html,
      /** The text as it was written, which is what the hash is of. */
      text: z.string(),
      /** Newest first: the first one is in force. */
      versions: z.array(publishedVersion),
    }),
  }),
})

/** What is asked besides agreement. Null: it is not. */
const asked = {
  /** `only_these`: everybody else is refused. Otherwise these are. */
  countries: z.object({ only_these: z.boolean(), countries: z.array(z.string()) }).nullable(),
  minimum_age: z.number().int().nullable(),
}

export const agreementRecord = z.object({
  agreed_at: instant,
  documents: z.array(z.object({ kind: documentKind, version: z.number().int(), hash: z.string() })),
  /** As the member said. */
  country: z.string().nullable(),
  minimum_age: z.number().int().nullable(),
})

export const readAgreements = route({
  method: 'GET',
  path: '/users/agreements',
  access: 'member',
  summary: 'What I am asked to agree to, and what I agreed to.',
  reply: done.extend({
    data: z.object({
      /** Null: nothing. */
      due: z.object({ documents: z.array(document.extend({ html })), ...asked }).nullable(),
      /** Newest first. */
      agreed: z.array(agreementRecord),
    }),
  }),
})

export const agree = route({
  method: 'POST',
  path: '/users/agreements',
  access: 'member',
  summary: 'Agree to every document that is asked about, by the versions that were read.',
  body: z.strictObject({
    documents: z.array(z.strictObject({ kind: documentKind, version: versionNumber })).max(3),
    /** Where it is asked for. */
    country: country.optional(),
    /** Where it is asked for: I am at least so old. */
    at_least: z.number().int().min(1).max(150).optional(),
  }),
  reply: done,
})
