import fc from 'fast-check'
import { LEVELS } from '../src/ledger/journal.ts'
import { usd } from '../src/money.ts'
import type { Programme } from '../src/programme/programme.ts'
import { readProgramme } from '../src/programme/programme-record.ts'

/** Any programme that an operator could enter. */
export const programmes: fc.Arbitrary<Programme> = fc
  .record({
    steps: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 10, maxLength: 10 }),
    multipliers: fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 10, maxLength: 10 }),
    shares: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 12, maxLength: 12 }),
    version: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ steps, multipliers, shares, version }) => {
    const sum = shares.reduce((a, b) => a + b, 0)
    const fitting = sum <= 10_000 ? shares : shares.map((share) => Math.floor((share * 10_000) / sum))
    const [sponsor = 0, operations = 0, ...levels] = fitting
    let requirement = 0
    return readProgramme(version, {
      stages: LEVELS.map((number, index) => ({
        stage_number: number,
        donation_requirement: (requirement += steps[index] ?? 1) / 100_000,
        earning_multiplier: (multipliers[index] ?? 0) / 10_000,
      })),
      shares_basis_points: { sponsor, operations, levels },
      min_withdrawal: 10,
      automatic_payout: { per_day_max: 100, address_age_hours: 24 },
      two_persons_above: 10_000,
      min_transfer: 0.01,
      default_cause: 1,
    })
  })

/** Amounts up to `max` units. Often tiny ones, where rounding shows. */
export const units = (max: number) =>
  fc
    .oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 300 }) },
    )
    .map((n) => usd(BigInt(n)))
