import type { ProgrammeRecord } from './programme-record.ts'

const REQUIREMENTS = [10, 15, 25, 40, 60, 90, 130, 180, 240, 300]

/** Version 1 of a new installation: 70 % to the cause, and no member earns back more than they gave. */
export const defaultProgramme: ProgrammeRecord = {
  stages: REQUIREMENTS.map((requirement, index) => ({
    stage_number: index + 1,
    donation_requirement: requirement,
    earning_multiplier: 1,
  })),
  shares_basis_points: {
    sponsor: 1000,
    levels: [300, 300, 200, 200, 100, 100, 100, 100, 50, 50],
    operations: 500,
  },
  min_withdrawal: 10,
  automatic_payout: { per_day_max: 100, address_age_hours: 24, return_max: 0 },
  two_persons_above: 10_000,
  min_transfer: 0.01,
  default_cause: 1,
  offers_returns: false,
}
