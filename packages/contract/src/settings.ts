import { z } from 'zod'
import { documentKind } from './consent.ts'
import { route } from './route.ts'
import { done, role, usdNumber } from './shapes.ts'

const sampleSignIn = z.object({
  role,
  name: z.string(),
  private_key: z.string(),
  passcode: z.string(),
  /** The current code, if two-factor is on. */
  code: z.string().nullable(),
})
export type SampleSignIn = z.input<typeof sampleSignIn>

export const publicSettings = route({
  method: 'GET',
  path: '/settings/public',
  access: 'public',
  summary: 'What anyone may know before signing in.',
  reply: done.extend({
    data: z.object({
      name: z.string(),
      min_withdrawal: usdNumber,
      network: z.string(),
      token: z.string(),
      confirmations: z.number().int(),
      programme_version: z.number().int(),
      /** The cause's guaranteed part of every donation. */
      cause_percent: z.number(),
      /** The kinds of documents in force. None: nobody is asked to agree to anything. */
      documents: z.array(documentKind),
      demo: z.object({ referral_code: z.string(), sign_ins: z.array(sampleSignIn) }).optional(),
    }),
  }),
})
