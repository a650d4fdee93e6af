import type { StageRecord } from '@trefoil/contract/programme'
import type { ProgrammeRules } from './api.ts'

/** The rules as typed. The server validates them. */
export type Draft = {
  /** Stage 1 first. */
  stages: Record<keyof StageRecord, string>[]
  sponsor: string
  levels: string[]
  operations: string
  minWithdrawal: string
  perDayMax: string
  addressAge: string
  twoPersonsAbove: string
  minTransfer: string
  defaultCause: string
  offersReturns: boolean
  returnMax: string
}

export const draftOf = ({
  stages,
  shares_basis_points,
  min_withdrawal,
  automatic_payout,
  two_persons_above,
  min_transfer,
  default_cause,
  offers_returns,
}: ProgrammeRules): Draft => ({
  stages: stages.map((stage) => mapValues(stage, String)),
  sponsor: percentOf(shares_basis_points.sponsor),
  levels: shares_basis_points.levels.map(percentOf),
  operations: percentOf(shares_basis_points.operations),
  minWithdrawal: String(min_withdrawal),
  perDayMax: String(automatic_payout.per_day_max),
  addressAge: String(automatic_payout.address_age_hours),
  twoPersonsAbove: String(two_persons_above),
  minTransfer: String(min_transfer),
  defaultCause: String(default_cause),
  offersReturns: offers_returns,
  returnMax: String(automatic_payout.return_max),
})

/** Null if a field is not a number; a share may have two decimals of a percent. */
export function rulesOf(draft: Draft): ProgrammeRules | null {
  const rules: ProgrammeRules = {
    stages: draft.stages.map((stage) => mapValues(stage, numberOf)),
    shares_basis_points: {
      sponsor: basisPointsOf(draft.sponsor),
      levels: draft.levels.map(basisPointsOf),
      operations: basisPointsOf(draft.operations),
    },
    min_withdrawal: numberOf(draft.minWithdrawal),
    automatic_payout: {
      per_day_max: numberOf(draft.perDayMax),
      address_age_hours: numberOf(draft.addressAge),
      return_max: numberOf(draft.returnMax),
    },
    two_persons_above: numberOf(draft.twoPersonsAbove),
    min_transfer: numberOf(draft.minTransfer),
    default_cause: numberOf(draft.defaultCause),
    offers_returns: draft.offersReturns,
  }
  // JSON has no NaN: it would become null.
  return JSON.stringify(rules).includes('null') ? null : rules
}

/** The sum of all shares but the cause's in basis points; NaN if one is not a number. */
export const sharesSum = ({ sponsor, levels, operations }: Draft): number =>
  [sponsor, ...levels, operations].reduce((sum, share) => sum + basisPointsOf(share), 0)

const numberOf = (typed: string): number => (/^\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** By digits: 0.29 × 100 is not 29 in floating point. */
function basisPointsOf(typed: string): number {
  const [, whole = '', decimals = ''] = /^\s*(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(typed) ?? []
  return whole === '' ? Number.NaN : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

const mapValues = <Key extends string, From, To>(record: Record<Key, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, change(value)])) as Record<Key, To>

const percentOf = (basisPoints: number): string => String(basisPoints / 100)
