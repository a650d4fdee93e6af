import { z } from 'zod'
import { nextCursor, pageQuery } from '../history.ts'
import { route } from '../route.ts'
import { done, instant, usdNumber } from '../shapes.ts'
import { proposed } from './proposals.ts'
import { because } from './shapes.ts'

const epoch = z.object({
  number: z.number().int(),
  state: z.enum(['waiting', 'building', 'posting', 'anchored', 'failed']),
  asked_at: instant,
  /** Null: it was due. */
  proposal_id: z.number().int().nullable(),
  /** What it waits for, or why it failed. */
  why: z.string().nullable(),
  /** What was on its way when it was counted all the same. */
  outstanding: z.string().nullable(),
  counted: z.number().int(),
  owners: z.number().int(),
  /** How long counting took; null: not counted yet. */
  seconds: z.number().nullable(),
  owed: usdNumber.nullable(),
  /** What the contract saw in vault and treasury; null: not posted yet. */
  there: usdNumber.nullable(),
  /** Rounded down, so that 100 is all of it. */
  coverage_percent: z.number().nullable(),
  /** Of the native coin: a decimal, exact. */
  cost: z.string().nullable(),
  transaction: z.string().nullable(),
  link: z.string().nullable(),
  posted_at: instant.nullable(),
})

export const listConsoleEpochs = route({
  method: 'GET',
  path: '/operator/epochs',
  access: 'console',
  summary: 'Epochs in every state, newest first: progress, cost and coverage.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      /** Null: none is configured, so no epochs are made. */
      contract: z.string().nullable(),
      epochs: z.array(epoch),
      next_cursor: nextCursor,
    }),
  }),
})

export const proposeEpoch = route({
  method: 'POST',
  path: '/operator/proposals/epoch',
  access: 'operator',
  summary: 'Count what is owed now and post it, once another operator agrees.',
  body: because,
  reply: proposed,
})
