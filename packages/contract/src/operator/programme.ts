import { z } from 'zod'
import { programmeRules } from '../programme.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { person } from './shapes.ts'

export const listProgrammes = route({
  method: 'GET',
  path: '/operator/programme',
  access: 'console',
  summary: 'Every version: past, current and future, newest first.',
  reply: done.extend({
    data: z.object({
      current: z.number().int(),
      versions: z.array(
        z.object({
          version: z.number().int(),
          rules: programmeRules,
          active_from: instant,
          /** The cause's guaranteed part of each donation. */
          cause_percent: z.number(),
          donations: z.number().int(),
        }),
      ),
    }),
  }),
})

const dryRunSums = z.object({
  donated: usdNumber,
  cause: usdNumber,
  operations: usdNumber,
  sponsors: usdNumber,
  levels: usdNumber,
})

export const dryRunProgramme = route({
  method: 'POST',
  path: '/operator/programme/dry-run',
  access: 'console',
  summary:
    'The latest donations divided once more by other rules: who would have got what. Refuses rules that break one.',
  body: z.strictObject({ rules: programmeRules, donations_max: z.number().int().min(1).max(5000).optional() }),
  reply: done.extend({
    data: z.object({
      donations: z.number().int(),
      from: instant.nullable(),
      /** Donations below the new minimum, which would have been refused. */
      refused: z.number().int(),
      was: dryRunSums,
      would_be: dryRunSums,
      /** The largest differences first, at most 100. */
      members: z.array(person.extend({ was: usdNumber, would_be: usdNumber, difference: z.number() })),
    }),
  }),
})
