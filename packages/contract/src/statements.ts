import { z } from 'zod'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

/** A day in UTC, such as 2026-11-17. */
const day = z.string().regex(/^2\d{3}-\d{2}-\d{2}$/)
const paper = z.enum(['A4', 'letter'])
const year = z.number().int().min(2000).max(2999)

/** `statement`: every line, with balances. `giving`: the donations, by cause. */
const statementKind = z.enum(['statement', 'giving'])
const statementFormat = z.enum(['pdf', 'csv'])

const range = { from: day, to: day }
const LONG = 'A long one is asked for first, by POST /statements, and downloaded here once it is ready.'

export const statementPdf = route({
  method: 'GET',
  path: '/statements.pdf',
  access: 'member',
  summary: `My statement for a range of days, as a PDF. ${LONG}`,
  query: z.strictObject({ ...range, paper: paper.optional() }),
  reply: done,
})

export const statementCsv = route({
  method: 'GET',
  path: '/statements.csv',
  access: 'member',
  summary: `My statement for a range of days, as CSV. ${LONG}`,
  query: z.strictObject(range),
  reply: done,
})

export const givingPdf = route({
  method: 'GET',
  path: '/statements/giving.pdf',
  access: 'member',
  summary: `What I gave in a year, as a PDF. ${LONG}`,
  query: z.strictObject({ year, paper: paper.optional() }),
  reply: done,
})

export const givingCsv = route({
  method: 'GET',
  path: '/statements/giving.csv',
  access: 'member',
  summary: `What I gave in a year, as CSV. ${LONG}`,
  query: z.strictObject({ year }),
  reply: done,
})

const statementState = z.object({
  /** `none`: nothing was asked for in this session, or it was deleted since. `at_once`: short enough to download now. */
  state: z.enum(['none', 'at_once', 'waiting', 'ready', 'failed']),
  percent: z.int(),
  kind: statementKind.nullable(),
  format: statementFormat.nullable(),
  paper: paper.nullable(),
  from: day.nullable(),
  to: day.nullable(),
  /** Of a ready file. */
  bytes: z.int().nullable(),
  expires_at: instant.nullable(),
})
export type StatementState = z.input<typeof statementState>

export const requestStatement = route({
  method: 'POST',
  path: '/statements',
  access: 'member',
  summary: 'Ask for a statement. A short one can be downloaded at once; a long one is made in the background.',
  body: z.strictObject({ ...range, kind: statementKind, format: statementFormat, paper: paper.optional() }),
  reply: done.extend({ data: statementState }),
})

export const readStatementState = route({
  method: 'GET',
  path: '/statements',
  access: 'member',
  summary: 'How far the statement is that I asked for.',
  reply: done.extend({ data: statementState }),
})
