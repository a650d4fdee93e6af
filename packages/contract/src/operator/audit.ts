import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant } from '../shapes.ts'
import { intId, person, range } from './shapes.ts'

export const auditAction = z.enum([
  'withdrawal.approve',
  'withdrawal.refuse',
  'member.freeze',
  'member.unfreeze',
  'member.end_sessions',
  'member.reset_two_factor',
  'member.set_level',
  'screening.release',
  'screening.refuse',
  'proposal.open',
  'proposal.approve',
  'proposal.reject',
  'cause.write',
  'cause.post_update',
  'cause.correct_update',
  'cause.withdraw_update',
  'picture.upload',
  'case.answer',
  'case.solve',
  'case.reopen',
  'signer.stop',
  'settings.change',
  'export.read',
  'data.read',
  'mail.retry',
  'api_key.create',
  'api_key.revoke',
  'webhook.create',
  'webhook.change',
  'webhook.rotate',
  'webhook.disable',
  'webhook.enable',
  'webhook.remove',
  'webhook.test',
  'webhook.replay',
  'operator.create',
  'operator.remove',
  'operator.reset_two_factor',
  'backup.restore',
  'chain.change',
  'secret.rotate',
])

export const readAudit = route({
  method: 'GET',
  path: '/operator/audit',
  access: 'console',
  summary:
    'Every action of an operator, and every reading of many members’ data: who, when, from where, why. Newest first; entries never change.',
  query: pageQuery.extend({
    action: auditAction.optional(),
    operator: intId.optional(),
    member: intId.optional(),
    ...range,
  }),
  reply: done.extend({
    data: z.object({
      lines: z.array(
        z.object({
          id: z.number().int(),
          at: instant,
          action: auditAction,
          /** Null: the command line. */
          operator: person.nullable(),
          member: person.nullable(),
          /** A withdrawal's reference, a proposal's number, an address. */
          subject: z.string().nullable(),
          why: z.string(),
          address: z.string().nullable(),
          agent: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})
