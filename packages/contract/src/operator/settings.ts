import { z } from 'zod'
import { route } from '../route.ts'
import { accountRole as role, done, lineOfText } from '../shapes.ts'
import { person, why } from './shapes.ts'

export const readSettings = route({
  method: 'GET',
  path: '/operator/settings',
  access: 'console',
  summary: 'The switches, and how this installation is configured. No secrets.',
  reply: done.extend({
    data: z.object({
      payouts_paused: z.boolean(),
      payouts_paused_why: z.string().nullable(),
      mail_operators: z.boolean(),
      /** Members see only initials of those in their team whom they did not refer. */
      mask_team: z.boolean(),
      /** Read-only: comes from the environment. */
      configuration: z.array(z.object({ name: z.string(), value: z.string() })),
      operators: z.array(person.extend({ role, two_factor: z.boolean() })),
    }),
  }),
})

export const changeSettings = route({
  method: 'PUT',
  path: '/operator/settings',
  access: 'operator',
  summary:
    'Pause payouts, turn on mails to operators, mask names in teams. Resuming and silencing take two: propose it.',
  body: z.strictObject({
    payouts_paused: z.literal(true).optional(),
    mail_operators: z.literal(true).optional(),
    mask_team: z.boolean().optional(),
    why,
  }),
  reply: done,
})

export const stopSigner = route({
  method: 'POST',
  path: '/operator/signers/stop',
  access: 'operator',
  summary: 'Stop a signer at once. One person can stop it; letting it send again takes two.',
  body: z.strictObject({ address: lineOfText.min(1).max(100), why }),
  reply: done,
})
