import { BASIS_POINTS_ALL, NOTHING, parseUsd, show, toDollars, type Usd } from '../money.ts'
import { LEVELS } from '../ledger/journal.ts'
import { invalidRule, readRuleUsd } from './invalid-rule.ts'
import type { Programme, Shares } from './programme.ts'
import { readStage, STAGE_MAX, stageRecord, type Stage, type StageRecord } from './stage.ts'

/** A programme as JSON: stored with its version, edited by operators. */
export type ProgrammeRecord = {
  readonly stages: StageRecord[]
  readonly shares_basis_points: { readonly sponsor: number; readonly levels: number[]; readonly operations: number }
  readonly min_withdrawal: number
  readonly automatic_payout: {
    readonly per_day_max: number
    readonly address_age_hours: number
    readonly return_max?: number
  }
  /** Versions from before there were these limits lack them. */
  readonly two_persons_above?: number
  readonly min_transfer?: number
  /** By number: names change. */
  readonly default_cause?: number
  readonly offers_returns?: boolean
}

/** A century: a date this far away is still a valid date. */
const ADDRESS_AGE_HOURS_MAX = 876_000

const TWO_PERSONS_ABOVE_DEFAULT = parseUsd(10_000)
/** A cent: less is no gift, but a message to a stranger at no cost. */
const MIN_TRANSFER_DEFAULT = 0.01
const FIRST_CAUSE = 1
/** An operator decides about every return. */
const RETURN_MAX_DEFAULT = 0

/** The only way to make a `Programme`. Refuses one that breaks a rule, with a sentence for the operator. */
export function readProgramme(version: number, record: ProgrammeRecord): Programme {
  if (!Number.isSafeInteger(version) || version < 1) throw new Error(`${version} is not a version of a programme`)
  const hours = record.automatic_payout.address_age_hours
  if (!Number.isSafeInteger(hours) || hours < 0 || hours > ADDRESS_AGE_HOURS_MAX) {
    throw invalidRule(`The address age must be a whole number of hours from 0 to ${ADDRESS_AGE_HOURS_MAX}`)
  }
  const minWithdrawal = readRuleUsd('The minimum withdrawal', record.min_withdrawal)
  if (minWithdrawal === NOTHING) throw invalidRule('The minimum withdrawal must be more than zero')
  const minTransfer = readRuleUsd('The minimum transfer', record.min_transfer ?? MIN_TRANSFER_DEFAULT)
  if (minTransfer === NOTHING) throw invalidRule('The minimum transfer must be more than zero')
  const perDayMax = readRuleUsd('The daily limit of automatic payouts', record.automatic_payout.per_day_max)
  return {
    version,
    stages: readStages(record.stages),
    shares: readShares(record.shares_basis_points),
    minWithdrawal,
    minTransfer,
    automaticPayout: {
      perDayMax,
      addressAgeHours: hours,
      returnMax: readRuleUsd(
        'The largest return that needs no operator',
        record.automatic_payout.return_max ?? RETURN_MAX_DEFAULT,
      ),
    },
    twoPersonsAbove: readTwoPersonsAbove(record, perDayMax),
    defaultCause: readDefaultCause(record),
    offersReturns: record.offers_returns ?? false,
  }
}

export type FullProgrammeRecord = Required<ProgrammeRecord> & {
  readonly automatic_payout: Required<ProgrammeRecord['automatic_payout']>
}

export function recordOf(programme: Programme): FullProgrammeRecord {
  const { shares, automaticPayout } = programme
  return {
    stages: programme.stages.map(stageRecord),
    shares_basis_points: {
      sponsor: Number(shares.sponsor),
      levels: shares.levels.map(Number),
      operations: Number(shares.operations),
    },
    min_withdrawal: toDollars(programme.minWithdrawal),
    automatic_payout: {
      per_day_max: toDollars(automaticPayout.perDayMax),
      address_age_hours: automaticPayout.addressAgeHours,
      return_max: toDollars(automaticPayout.returnMax),
    },
    two_persons_above: toDollars(programme.twoPersonsAbove),
    min_transfer: toDollars(programme.minTransfer),
    default_cause: programme.defaultCause,
    offers_returns: programme.offersReturns,
  }
}

/** What nobody has to approve cannot need two persons. */
function readTwoPersonsAbove({ two_persons_above: dollars }: ProgrammeRecord, perDayMax: Usd): Usd {
  if (dollars === undefined) return perDayMax > TWO_PERSONS_ABOVE_DEFAULT ? perDayMax : TWO_PERSONS_ABOVE_DEFAULT
  const limit = readRuleUsd('The amount above which two persons approve', dollars)
  if (limit < perDayMax)
    throw invalidRule(
      `The amount above which two persons approve must not be below ${show(perDayMax)} that leave automatically in a day`,
    )
  return limit
}

function readDefaultCause({ default_cause: cause = FIRST_CAUSE }: ProgrammeRecord): number {
  if (!Number.isSafeInteger(cause) || cause < 1) throw invalidRule('The default cause must be one of the causes')
  return cause
}

function readStages(records: readonly StageRecord[]): Stage[] {
  if (records.length !== STAGE_MAX) throw invalidRule(`There must be ${STAGE_MAX} stages`)
  if (records.some(({ stage_number }, index) => stage_number !== index + 1))
    throw invalidRule(`Stages must be numbered 1 to ${STAGE_MAX} in order`)
  let before = NOTHING
  return records.map((record) => {
    const stage = readStage(record)
    if (stage.donationRequirement < before) {
      throw invalidRule(
        `The requirement of stage ${stage.number} must not be below ${show(before)} of the stage before it`,
      )
    }
    before = stage.donationRequirement
    return stage
  })
}

function readShares(record: ProgrammeRecord['shares_basis_points']): Shares {
  if (record.levels.length !== LEVELS.length)
    throw invalidRule(`There must be a share for each of ${LEVELS.length} levels`)
  const all = [record.sponsor, record.operations, ...record.levels]
  if (!all.every((share) => Number.isSafeInteger(share) && share >= 0)) {
    throw invalidRule('Shares must be whole basis points, none of them negative')
  }
  const sum = all.reduce((a, b) => a + b, 0)
  if (sum > Number(BASIS_POINTS_ALL))
    throw invalidRule(`The shares add up to ${sum / 100} %, more than all of a donation`)
  return {
    sponsor: BigInt(record.sponsor),
    levels: record.levels.map(BigInt),
    operations: BigInt(record.operations),
  }
}
