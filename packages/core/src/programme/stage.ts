import { BASIS_POINTS_ALL, NOTHING, toDollars, unitsOf, type Usd } from '../money.ts'
import { invalidRule, readRuleUsd } from './invalid-rule.ts'

/** A stage as JSON: in stored programmes, in the operator's draft and in the reply of GET /stages. */
export type StageRecord = {
  readonly stage_number: number
  readonly donation_requirement: number
  readonly earning_multiplier: number
}

export type Stage = Readonly<ReturnType<typeof readStage>>

export const STAGE_MAX = 10

/** Multipliers have four decimals: 1.0000. */
const MULTIPLIER_DECIMALS = 4

/** Keeps the threshold of the largest donation below the largest exact figure on the wire. */
const MULTIPLIER_MAX = 5

export const readStage = (record: StageRecord) => ({
  number: record.stage_number,
  donationRequirement: readRequirement(record),
  earningMultiplierBasisPoints: readMultiplier(record),
})

export const stageRecord = (stage: Stage): StageRecord => ({
  stage_number: stage.number,
  donation_requirement: toDollars(stage.donationRequirement),
  earning_multiplier: Number(stage.earningMultiplierBasisPoints) / Number(BASIS_POINTS_ALL),
})

/** The definition that applies at a stage. Stage 0 uses stage 1's requirement. */
export function stageOf(stages: readonly Stage[], stage: number): Stage {
  const definition = stages[Math.max(stage, 1) - 1]
  if (!definition) throw new Error(`There is no stage ${stage}`)
  return definition
}

function readRequirement({ stage_number, donation_requirement }: StageRecord): Usd {
  const requirement = readRuleUsd(`The requirement of stage ${stage_number}`, donation_requirement)
  if (requirement === NOTHING) throw invalidRule(`The requirement of stage ${stage_number} must be more than zero`)
  return requirement
}

function readMultiplier({ stage_number, earning_multiplier }: StageRecord): bigint {
  const basisPoints = unitsOf(earning_multiplier, MULTIPLIER_DECIMALS)
  if (basisPoints === null || earning_multiplier > MULTIPLIER_MAX) {
    throw invalidRule(
      `The multiplier of stage ${stage_number} must be from 0 to ${MULTIPLIER_MAX}, with at most 4 decimals`,
    )
  }
  return basisPoints
}
