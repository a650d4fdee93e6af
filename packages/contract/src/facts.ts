import { z } from 'zod'
import { programmeRules } from './programme.ts'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

const percent = z.number().int()
const month = z.string()

/** Members who did it from `from` to `to` times, or dollars; null: or more. */
const bin = z.object({ from: z.number(), to: z.number().nullable(), people: z.number().int(), mean: z.number() })

/** What members did. A simulation draws from it. */
const behaviour = z.object({
  referrals: z.array(bin),
  donations: z.array(bin),
  gift: z.array(bin),
  above: z.array(bin.extend({ full: percent })),
  depth: z.number().int(),
})

/** Null in place of a figure: fewer than ten people would be behind it. */
const facts = z.object({
  day: z.string(),
  journal: z.string(),
  version: z.number().int(),
  /** 0: nobody but the founder. */
  people: z.number().int().nullable(),
  everyone: z.object({ earned_nothing: percent, got_back_less: percent }).nullable(),
  most_back: z.object({ basis_points: z.number().int(), stage: z.number().int() }),
  /** In whole dollars. */
  net: z.array(
    z.object({ percentile: z.number(), net: z.number().int().nullable(), withdrawn: z.number().int().nullable() }),
  ),
  /** Null after so many months: not everybody has been there for so long. */
  cohorts: z.array(
    z.object({
      from: month,
      to: month,
      people: z.number().int(),
      after: z.array(
        z.object({ months: z.number().int(), earned_nothing: percent.nullable(), got_back_less: percent.nullable() }),
      ),
    }),
  ),
  top: z.array(z.object({ percent: z.number(), share: percent.nullable() })),
  referrals_of_earners: z.array(z.object({ percentile: z.number(), referrals: z.number().int().nullable() })),
  did: behaviour.nullable(),
})

export const readFacts = route({
  method: 'GET',
  path: '/facts',
  access: 'public',
  shared: true,
  summary: 'What members really got: everyone who ever joined, made once a day.',
  /**
   * Nulls until facts are made for the first time. `facts` in its canonical form is what the log commits to: `log` says
   * where, and with which salt. Null for a moment, until it is entered.
   */
  reply: done.extend({
    data: z.object({
      id: z.string().nullable(),
      made_at: instant.nullable(),
      facts: facts.nullable(),
      log: z.object({ index: z.number().int(), salt: z.string() }).nullable(),
    }),
  }),
})

export const readFactsCsv = route({
  method: 'GET',
  path: '/facts.csv',
  access: 'public',
  shared: true,
  summary: 'The same figures as a file.',
  reply: z.string(),
})

export const readSimulator = route({
  method: 'GET',
  path: '/simulator',
  access: 'public',
  shared: true,
  summary: 'What the simulator needs: the programme in force, and what members did.',
  reply: done.extend({
    data: z.object({
      version: z.number().int(),
      rules: programmeRules,
      /** Null: there are too few members to draw from. */
      did: behaviour.nullable(),
    }),
  }),
})
