import { z } from 'zod'
import { route } from './route.ts'
import { done } from './shapes.ts'

/** SHA-256 in lower-case hexadecimal. */
const hash = z.string()
const hashes = z.array(hash)
/** Of leaves. Numbers up to here are exact in JSON. */
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const readLog = route({
  method: 'GET',
  path: '/proofs/log',
  access: 'public',
  shared: true,
  summary: 'Which log this is, how long, and the key that signs it.',
  reply: done.extend({
    data: z.object({
      installation: hash,
      /** Of the log: there is a second one only after the database was restored or set back. */
      number: z.number().int(),
      size: z.number().int(),
      root: hash,
      /** Ed25519, in hexadecimal. */
      key: z.string(),
    }),
  }),
})

export const readCheckpoint = route({
  method: 'GET',
  path: '/proofs/log/checkpoint',
  access: 'public',
  shared: true,
  summary: 'The newest signed checkpoint: a signed note of C2SP, as text.',
  reply: z.string(),
})

export const readConsistency = route({
  method: 'GET',
  path: '/proofs/log/consistency',
  access: 'public',
  shared: true,
  summary: 'That the log with `to` entries begins with the log with `from` entries (RFC 9162, 2.1.4).',
  query: z.strictObject({ from: count, to: count }),
  reply: done.extend({ data: z.object({ hashes }) }),
})

export const readInclusion = route({
  method: 'GET',
  path: '/proofs/log/inclusion',
  access: 'public',
  shared: true,
  summary: 'That an entry is in the log with `size` entries (RFC 9162, 2.1.3).',
  query: z.strictObject({ index: count, size: count }),
  reply: done.extend({ data: z.object({ hashes }) }),
})

export const openJournal = route({
  method: 'GET',
  path: '/proofs/log/journal/:reference',
  access: 'member',
  summary: "Where a journal is in the log, and what opens the caller's own entries of it.",
  params: z.strictObject({ reference: z.string().regex(/^[\x21-\x7e]{1,200}$/) }),
  reply: done.extend({
    data: z.object({
      kind: z.literal('journal'),
      id: z.string(),
      /** Entries of the journal. */
      count: z.number().int(),
      /** Of its leaf. */
      index: z.number().int(),
      openings: z.array(
        z.object({
          position: z.number().int(),
          salt: z.string(),
          /** In canonical JSON. */
          entry: z.string(),
          path: hashes,
        }),
      ),
    }),
  }),
})
