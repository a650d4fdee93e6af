import { z } from 'zod'
import { programmeRules } from '../programme.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { person } from './shapes.ts'

export const listProgrammes = route({
  method: 'GET',
  path: '/operator/programme',
  access: 'console',
  summary: 'Every version there was, is and will be; the newest first.',
  reply: done.extend({
    data: z.object({
      current: z.number().int(),
      versions: z.array(
        z.object({
          version: z.number().int(),
          rules: programmeRules,
          active_from: instant,
          /** What each donation leaves for the cause at least. */
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
      /** Below what the new rules ask for: they would have been refused. */
      refused: z.number().int(),
      was: dryRunSums,
      would_be: dryRunSums,
      /** The largest differences first, at most 100. */
      members: z.array(person.extend({ was: usdNumber, would_be: usdNumber, difference: z.number() })),
    }),
  }),
})
