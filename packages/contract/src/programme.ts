import { z } from 'zod'
import { route } from './route.ts'
import { usdNumber } from './shapes.ts'

const stage = z.strictObject({
  stage_number: z.number(),
  donation_requirement: usdNumber,
  earning_multiplier: z.number(),
})

/** Core's ProgrammeRecord on the wire. Routes translate both ways, so the compiler keeps the two equal. */
export const programmeRules = z.strictObject({
  stages: z.array(stage).max(20),
  shares_basis_points: z.strictObject({
    sponsor: z.number(),
    levels: z.array(z.number()).max(20),
    operations: z.number(),
  }),
  min_withdrawal: usdNumber,
  automatic_payout: z.strictObject({
    per_day_max: usdNumber,
    address_age_hours: z.number(),
    /** Of a deposit that is returned. */
    return_max: usdNumber,
  }),
  /** A withdrawal above this is approved by two operators. */
  two_persons_above: usdNumber,
  /** To another member. */
  min_transfer: usdNumber,
  /** The number of the cause that gets donations which name none. */
  default_cause: z.number(),
  /** Members may ask for deposits back that they have not spent. */
  offers_returns: z.boolean(),
})

export const readStages = route({
  method: 'GET',
  path: '/stages',
  access: 'signed-in',
  summary: "Each stage's requirement and earning limit under the programme in force. A bare list, without an envelope.",
  reply: z.array(stage),
})

export type StageRecord = z.input<typeof stage>
export type StageParameter = Exclude<keyof StageRecord, 'stage_number'>
