import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, lineOfText } from '../shapes.ts'
import { caseParams, caseState, messageText, paymentFinding, supportCase } from '../support.ts'
import { because, intId, person } from './shapes.ts'

export const listOperatorCases = route({
  method: 'GET',
  path: '/operator/cases',
  access: 'console',
  summary: 'Cases in one state: who has waited longest comes first, what was solved last comes first.',
  query: pageQuery.extend({
    state: caseState.optional(),
    member: intId.optional(),
    /** A reference, as printed or as typed. */
    q: lineOfText.max(100).optional(),
  }),
  reply: done.extend({
    data: z.object({
      cases: z.array(
        supportCase
          .pick({ reference: true, topic: true, state: true, subject: true, opened_at: true, changed_at: true })
          .extend({ member: person, /** Nobody has answered yet. */ is_new: z.boolean() }),
      ),
      /** How many wait for an operator. */
      open: z.number().int(),
      next_cursor: nextCursor,
    }),
  }),
})

export const readOperatorCase = route({
  method: 'GET',
  path: '/operator/cases/:reference',
  access: 'console',
  summary: 'A case with its messages, oldest first.',
  params: caseParams,
  reply: done.extend({
    data: z.object({
      case: supportCase.extend({ member: person }),
      messages: z.array(
        z.object({
          id: z.number().int(),
          /** Null: the member. */
          operator: person.nullable(),
          text: z.string(),
          sent_at: instant,
        }),
      ),
    }),
  }),
})

export const lookUpCasePayment = route({
  method: 'GET',
  path: '/operator/cases/:reference/payment',
  access: 'console',
  summary: 'What became of the payment that a case is about, as of now.',
  params: caseParams,
  reply: done.extend({ data: paymentFinding }),
})

export const answerCase = route({
  method: 'POST',
  path: '/operator/cases/:reference/answer',
  access: 'operator',
  summary: 'Answer the member, who gets a mail and a notice. The case then waits for them, or is solved.',
  params: caseParams,
  body: z.strictObject({ text: messageText, solved: z.boolean() }),
  reply: done,
})

export const solveCase = route({
  method: 'POST',
  path: '/operator/cases/:reference/solve',
  access: 'operator',
  summary: 'Close a case without a word to the member.',
  params: caseParams,
  body: because,
  reply: done,
})

export const reopenCase = route({
  method: 'POST',
  path: '/operator/cases/:reference/reopen',
  access: 'operator',
  summary: 'Take up a solved case again.',
  params: caseParams,
  body: because,
  reply: done,
})
