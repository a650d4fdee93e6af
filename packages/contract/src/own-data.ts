import { z } from 'zod'
import { route } from './route.ts'
import { done, instant, passcode, secondFactor } from './shapes.ts'

const proof = { password: passcode, code: secondFactor.optional() }

const exportState = z.object({
  /** `none`: never asked for, or deleted since. `elsewhere`: another session asked for it, and only that one gets it. */
  state: z.enum(['none', 'waiting', 'ready', 'failed', 'elsewhere']),
  percent: z.int(),
  requested_at: instant.nullable(),
  /** Of a ready file. */
  bytes: z.int().nullable(),
  expires_at: instant.nullable(),
})
export type ExportState = z.input<typeof exportState>

export const requestExport = route({
  method: 'POST',
  path: '/users/data/export',
  access: 'signed-in',
  summary: 'Ask for a ZIP of everything that is held about me. It is made in the background.',
  body: z.strictObject(proof),
  reply: done.extend({ data: exportState }),
})

export const readExport = route({
  method: 'GET',
  path: '/users/data/export',
  access: 'signed-in',
  summary:
    'How far my export is. With `file=zip`, the file itself, once it is ready, for the session that asked for it.',
  query: z.strictObject({ file: z.enum(['zip']).optional() }),
  reply: done.extend({ data: exportState }),
})

export const eraseAccount = route({
  method: 'POST',
  path: '/users/data/erase',
  access: 'signed-in',
  summary: 'Erase my account for good. The books keep their numbers, without my name.',
  body: z.strictObject({
    ...proof,
    /** The word ERASE, in capitals. */
    confirmation: z.string().max(40),
    /** A rest that is too small to withdraw goes to the cause. */
    donate_rest: z.boolean().optional(),
  }),
  reply: done,
})
