import { z } from 'zod'
import { FIGURE_NAMES } from './figures.ts'
import { nextCursor, pageQuery } from './history.ts'
import { programmeRules } from './programme.ts'
import { earningSource } from './reports.ts'
import { route } from './route.ts'
import { accountRole, done, instant, reference, usdNumber } from './shapes.ts'

/** 2026-03, in UTC. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const unit = z.enum(['usd', 'count', 'stage', 'percent', 'status'])

/**
 * What a text says in English, for other languages: see `ExplainedValues` and `TransactionValues`. Each says more about
 * the one before. A name or a month has none.
 */
const means = z
  .array(z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }))
  .optional()

/** A part of the figure. Those in the figure's own unit add up to it. */
const term = z.object({
  label: z.string(),
  label_means: means,
  note: z.string().nullable(),
  note_means: means,
  unit,
  value: z.number(),
})
export type Term = z.input<typeof term>

/** What a share came from. The donor is named as in the history of activities. */
const share = z.object({
  donor: z.string(),
  /** `sponsor`, or `level 1` to `level 10`. */
  as: z.string(),
  donated: usdNumber,
  due: usdNumber,
  paid: usdNumber,
  /** Why less was paid than was due. */
  why: z.string().nullable(),
  /** What that says in English, for other languages. */
  why_code: z.string().optional(),
})

const line = z.object({
  at: instant,
  type: z.string(),
  description: z.string(),
  /** What the description says in English, for other languages: see `LineValues`. */
  code: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The operators took it back since. */
  reversed: z.literal(true).optional(),
  /** As it counts in the figure: in dollars, or one for each. */
  amount: z.number(),
  /** The rules that it followed. Null where no money moved. */
  rule_version: z.number().int().nullable(),
  share: share.nullable(),
  /** Adjustments and reversals are decided by two operators, who are not named. */
  decided: z.object({ why: z.string(), proposed_by: accountRole, agreed_by: accountRole }).nullable(),
})
export type ExplainedLine = z.input<typeof line>

const entries = z.object({
  /** What all of them add up to, on all pages. */
  total: z.number(),
  unit,
  lines: z.array(line),
  next_cursor: nextCursor,
})

export const explainFigure = route({
  method: 'GET',
  path: '/explain/:figure',
  access: 'member',
  summary:
    'What a figure is and how it comes about: its parts, the entries it adds up from, newest first, and the rules.',
  params: z.strictObject({ figure: z.enum(FIGURE_NAMES) }),
  query: pageQuery.extend({
    from: month.optional(),
    to: month.optional(),
    /** `team`: all ten levels. */
    source: z.enum([...earningSource.options, 'team']).optional(),
    level: z.int().min(1).max(10).optional(),
    stage: z.int().min(0).max(10).optional(),
    cause: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .optional(),
    donation: reference.optional(),
    /** Of a donation. `promised`: the cause's own share. `passed_on`: what could not be paid to others. */
    part: z
      .string()
      .regex(/^(?:cause|promised|passed_on|sponsor|operations|level_(?:[1-9]|10)(?:-(?:[1-9]|10))?)$/)
      .optional(),
    transfer: reference.optional(),
    withdrawal: reference.optional(),
    deposit: z
      .string()
      .regex(/^deposit\/\d{1,18}\/0x[0-9a-f]{1,64}\/\d{1,9}$/)
      .optional(),
    account: z.enum(['impact', 'available']).optional(),
    sequence: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
    /** Somebody of the team, or a referral: their referral code. */
    member: z.string().min(1).max(40).optional(),
  }),
  reply: done.extend({
    data: z.object({
      figure: z.enum(FIGURE_NAMES),
      title: z.string(),
      is: z.string(),
      formula: z.string(),
      unit,
      value: z.number(),
      terms: z.array(term),
      /** Null if it is not a sum of entries. */
      entries: entries.nullable(),
      /** The version of the rules in force. */
      rules: z.object({ version: z.number().int(), active_from: instant }),
    }),
  }),
})

export const readRules = route({
  method: 'GET',
  path: '/explain/rules/:version',
  access: 'member',
  summary: 'A version of the rules that is or was in force.',
  params: z.strictObject({ version: z.int().min(1).max(2_147_483_647) }),
  reply: done.extend({
    data: z.object({
      version: z.number().int(),
      active_from: instant,
      stages: programmeRules.shape.stages,
      /** In percent of a donation. The cause gets at least its own. */
      shares: z.object({
        sponsor: z.number(),
        levels: z.array(z.number()),
        operations: z.number(),
        cause: z.number(),
      }),
      min_withdrawal: usdNumber,
    }),
  }),
})
