import { BASIS_POINTS_ALL, NOTHING, parseUsd, show, toDollars, unitsOf, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { LEVELS } from '../ledger/journal.ts'
import { STAGE_MAX, type Programme, type Shares, type Stage } from './programme.ts'

/** A programme as JSON: stored with its version, edited by the operator; `stages` is what GET /stages answers. */
export type ProgrammeRecord = {
  readonly stages: readonly StageRecord[]
  readonly shares_basis_points: {
    readonly sponsor: number
    readonly levels: readonly number[]
    readonly operations: number
  }
  readonly min_withdrawal: number
  readonly automatic_payout: { readonly per_day_max: number; readonly address_age_hours: number }
}

export type StageRecord = {
  readonly stage_number: number
  readonly donation_requirement: number
  readonly earning_multiplier: number
}

/** 1.0000 is a multiplier's unit of four decimals. */
const MULTIPLIER_DECIMALS = 4

/** The threshold of the largest donation then still has an exact number on the wire. */
const MULTIPLIER_MAX = 5

/** A century, so that adding it to a date stays a date. */
const ADDRESS_AGE_HOURS_MAX = 876_000

/** The only way to a programme: what breaks a rule is refused with a sentence for the operator. */
export function readProgramme(version: number, record: ProgrammeRecord): Programme {
  if (!Number.isSafeInteger(version) || version < 1) throw new Error(`${version} is no version of a programme`)
  const hours = record.automatic_payout.address_age_hours
  if (!Number.isSafeInteger(hours) || hours < 0 || hours > ADDRESS_AGE_HOURS_MAX) {
    throw refused(`The address age must be a whole number of hours from 0 to ${ADDRESS_AGE_HOURS_MAX}`)
  }
  const minWithdrawal = readUsd('The minimum withdrawal', record.min_withdrawal)
  if (minWithdrawal === NOTHING) throw refused('The minimum withdrawal must be more than zero')
  return {
    version,
    stages: readStages(record.stages),
    shares: readShares(record.shares_basis_points),
    minWithdrawal,
    automaticPayout: {
      perDayMax: readUsd('The daily limit of automatic payouts', record.automatic_payout.per_day_max),
      addressAgeHours: hours,
    },
  }
}

export function recordOf(programme: Programme): ProgrammeRecord {
  const { shares, automaticPayout } = programme
  return {
    stages: programme.stages.map((stage) => ({
      stage_number: stage.number,
      donation_requirement: toDollars(stage.donationRequirement),
      earning_multiplier: Number(stage.earningMultiplierBasisPoints) / Number(BASIS_POINTS_ALL),
    })),
    shares_basis_points: {
      sponsor: Number(shares.sponsor),
      levels: shares.levels.map(Number),
      operations: Number(shares.operations),
    },
    min_withdrawal: toDollars(programme.minWithdrawal),
    automatic_payout: {
      per_day_max: toDollars(automaticPayout.perDayMax),
      address_age_hours: automaticPayout.addressAgeHours,
    },
  }
}

function readStages(records: readonly StageRecord[]): Stage[] {
  if (records.length !== STAGE_MAX) throw refused(`There must be ${STAGE_MAX} stages`)
  let before = NOTHING
  return records.map((record, index) => {
    const number = index + 1
    if (record.stage_number !== number) throw refused(`Stages must be numbered 1 to ${STAGE_MAX} in order`)
    const donationRequirement = readUsd(`The requirement of stage ${number}`, record.donation_requirement)
    if (donationRequirement === NOTHING) throw refused(`The requirement of stage ${number} must be more than zero`)
    if (donationRequirement < before) {
      throw refused(`The requirement of stage ${number} must not be below ${show(before)} of the stage before it`)
    }
    before = donationRequirement
    return { number, donationRequirement, earningMultiplierBasisPoints: readMultiplier(record) }
  })
}

function readMultiplier({ stage_number, earning_multiplier }: StageRecord): bigint {
  const basisPoints = unitsOf(earning_multiplier, MULTIPLIER_DECIMALS)
  if (basisPoints === null || earning_multiplier > MULTIPLIER_MAX) {
    throw refused(
      `The multiplier of stage ${stage_number} must be from 0 to ${MULTIPLIER_MAX}, with at most 4 decimals`,
    )
  }
  return basisPoints
}

function readShares(record: ProgrammeRecord['shares_basis_points']): Shares {
  if (record.levels.length !== LEVELS.length) throw refused(`There must be a share for each of ${LEVELS.length} levels`)
  const all = [record.sponsor, record.operations, ...record.levels]
  if (!all.every((share) => Number.isSafeInteger(share) && share >= 0)) {
    throw refused('Shares must be whole basis points, none of them negative')
  }
  const sum = all.reduce((a, b) => a + b, 0)
  if (sum > Number(BASIS_POINTS_ALL)) throw refused(`The shares add up to ${sum / 100} %, more than all of a donation`)
  return {
    sponsor: BigInt(record.sponsor),
    levels: record.levels.map(BigInt),
    operations: BigInt(record.operations),
  }
}

function readUsd(what: string, dollars: number): Usd {
  try {
    return parseUsd(dollars)
  } catch (error) {
    if (error instanceof Refusal) throw refused(`${what}: ${error.message}`)
    throw error
  }
}

const refused = (sentence: string): Refusal => new Refusal('invalid_request', sentence)
