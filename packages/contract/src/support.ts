import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, lineOfText, usdNumber } from './shapes.ts'

export const caseTopic = z.enum(['missing_deposit', 'wrong_network', 'transaction', 'other'])
export type CaseTopic = z.input<typeof caseTopic>

/** `open`: waits for us. `waiting`: for the member. */
export const caseState = z.enum(['open', 'waiting', 'solved'])

/** Eight characters, as printed: 7K3M9QXD. */
export const caseReference = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/)
export const caseParams = z.strictObject({ reference: caseReference })

const SUBJECT_MAX = 120
const MESSAGE_MAX = 4000
const NETWORK_MAX = 60

/** Several lines: no other control characters, none that change the writing direction, no unpaired surrogates. */
export const messageText = z
  .string()
  .min(1)
  .max(MESSAGE_MAX)
  .regex(/^(?=[^]*\S)[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]*$/u)

/** As wallets and explorers show it. Some chains write it without 0x. */
const transactionHash = z.string().regex(/^(?:0x)?[0-9a-fA-F]{64}$/)

/** A transaction of the member's own, by the id that it has in their histories. */
export const aboutTransaction = z.strictObject({
  kind: z.enum(['deposit', 'withdrawal', 'donation', 'transfer']),
  id: z.string().regex(/^[A-Za-z0-9_/-]{1,200}$/),
})

/**
 * What became of a payment. `credited`, `confirming`, `pending` (in no block yet), `dropped` (its block is no longer part of
 * the chain), `dust` (less than $0.00001), `failed`, `other_token`, `native_coin`, `empty` (moved nothing), `too_large`,
 * `not_yours` (paid to an address that is not one of the member's), `overlooked`, `unknown` (not on our chain),
 * `unavailable` (the chain cannot be asked right now).
 */
export const paymentFinding = z.object({
  outcome: z.enum([
    'credited',
    'confirming',
    'pending',
    'dropped',
    'dust',
    'failed',
    'other_token',
    'native_coin',
    'empty',
    'too_large',
    'not_yours',
    'overlooked',
    'unknown',
    'unavailable',
  ]),
  /** The id of the deposit that it became. */
  deposit: z.string().nullable(),
  amount: usdNumber.nullable(),
  confirmations: z.object({ seen: z.number().int(), needed: z.number().int() }).nullable(),
})

export const supportCase = z.object({
  reference: z.string(),
  topic: caseTopic,
  state: caseState,
  subject: z.string(),
  about: z.object({ kind: aboutTransaction.shape.kind, id: z.string() }).nullable(),
  /** The hash that was asked about, the network that was named, and what was found when the case was opened. */
  transaction: z.string().nullable(),
  network: z.string().nullable(),
  finding: paymentFinding.nullable(),
  opened_at: instant,
  changed_at: instant,
})

export const lookUpPayment = route({
  method: 'POST',
  path: '/support/look-up',
  access: 'member',
  summary: 'What became of a payment to me, by its hash on the chain.',
  body: z.strictObject({ transaction: transactionHash }),
  reply: done.extend({ data: paymentFinding }),
})

export const openCase = route({
  method: 'POST',
  path: '/support/cases',
  access: 'member',
  summary: 'Ask support. A transaction that is named by its hash is looked up, and what is found goes with the case.',
  body: z.strictObject({
    topic: caseTopic,
    subject: lineOfText.min(1).max(SUBJECT_MAX).regex(/\S/),
    text: messageText,
    about: aboutTransaction.optional(),
    transaction: transactionHash.optional(),
    /** Where it was sent, in the member's words. */
    network: lineOfText.min(1).max(NETWORK_MAX).optional(),
  }),
  reply: done.extend({ data: z.object({ reference: z.string() }) }),
})

export const listCases = route({
  method: 'GET',
  path: '/support/cases',
  access: 'member',
  summary: 'My cases, newest first.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      cases: z.array(
        supportCase
          .pick({ reference: true, topic: true, state: true, subject: true, opened_at: true, changed_at: true })
          .extend({ /** An answer that I have not seen. */ unread: z.boolean() }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

export const readCase = route({
  method: 'GET',
  path: '/support/cases/:reference',
  access: 'member',
  summary: 'One of my cases, with its messages, oldest first.',
  params: caseParams,
  reply: done.extend({
    data: z.object({
      case: supportCase.extend({ unread: z.boolean() }),
      messages: z.array(
        z.object({
          id: z.number().int(),
          from: z.enum(['me', 'support']),
          text: z.string(),
          sent_at: instant,
        }),
      ),
    }),
  }),
})

export const writeMessage = route({
  method: 'POST',
  path: '/support/cases/:reference/messages',
  access: 'member',
  summary: 'Write in a case of mine. A solved one is opened again.',
  params: caseParams,
  body: z.strictObject({ text: messageText }),
  reply: done,
})

export const solveOwnCase = route({
  method: 'POST',
  path: '/support/cases/:reference/solve',
  access: 'member',
  summary: 'My case is solved.',
  params: caseParams,
  reply: done,
})

export const seenCase = route({
  method: 'POST',
  path: '/support/cases/:reference/read',
  access: 'member',
  summary: 'I have seen the answer. Safe to repeat.',
  params: caseParams,
  reply: done,
})
