import { describe, expect, test } from 'vitest'
import { parseAmount } from '../money.ts'
import { defaultProgramme } from './default-programme.ts'
import { readProgramme, recordOf, type ProgrammeRecord } from './programme-record.ts'

const read = (change: Partial<ProgrammeRecord>) => () => readProgramme(2, { ...defaultProgramme, ...change })
const stages = (number: number, change: object) => ({
  stages: defaultProgramme.stages.map((stage) => (stage.stage_number === number ? { ...stage, ...change } : stage)),
})
const shares = (change: object) => ({ shares_basis_points: { ...defaultProgramme.shares_basis_points, ...change } })

test('the default programme is valid, and leaves the cause 70 %', () => {
  const programme = readProgramme(1, defaultProgramme)
  const { sponsor, levels, operations } = programme.shares
  expect(10_000n - sponsor - operations - levels.reduce((a, b) => a + b, 0n)).toBe(7_000n)
  expect(programme.minWithdrawal).toBe(1_000_000n)
})

test('a programme survives storage unchanged', () => {
  const record: ProgrammeRecord = {
    ...defaultProgramme,
    ...stages(10, { earning_multiplier: 1.2345, donation_requirement: 300.00001 }),
  }
  const stored = JSON.parse(JSON.stringify(recordOf(readProgramme(7, record)))) as ProgrammeRecord
  expect(stored).toEqual(record)
  expect(readProgramme(7, stored)).toEqual(readProgramme(7, record))
})

test('a version from before there was a limit for two persons has the default, or what leaves by itself', () => {
  const { two_persons_above: _, ...older } = defaultProgramme
  expect(readProgramme(1, older).twoPersonsAbove).toBe(parseAmount(10_000))
  const generous = { ...older, automatic_payout: { per_day_max: 20_000, address_age_hours: 24 } }
  expect(readProgramme(1, generous).twoPersonsAbove).toBe(parseAmount(20_000))
})

test('a version from before there was a smallest transfer has a cent', () => {
  const { min_transfer: _, ...older } = defaultProgramme
  expect(readProgramme(1, older).minTransfer).toBe(parseAmount(0.01))
})

test('a version from before there were several causes has the first', () => {
  const { default_cause: _, ...older } = defaultProgramme
  expect(readProgramme(1, older).defaultCause).toBe(1)
})

describe('a programme that breaks a rule is refused', () => {
  test.each([
    ['a stage is missing', { stages: defaultProgramme.stages.slice(1) }, 'must be 10 stages'],
    ['a number is left out', stages(4, { stage_number: 5 }), 'numbered 1 to 10'],
    ['a stage asks for nothing', stages(1, { donation_requirement: 0 }), 'stage 1 must be more than zero'],
    ['a stage asks for less than nothing', stages(2, { donation_requirement: -1 }), 'stage 2: '],
    ['a requirement has six decimals', stages(2, { donation_requirement: 15.000001 }), '5 decimals'],
    ['a stage asks for less than the one before', stages(3, { donation_requirement: 14 }), '$15.00000'],
    ['a multiplier is negative', stages(3, { earning_multiplier: -1 }), 'multiplier of stage 3'],
    ['a multiplier is too fine', stages(3, { earning_multiplier: 1.00001 }), 'at most 4 decimals'],
    ['a multiplier is too large', stages(3, { earning_multiplier: 5.0001 }), 'from 0 to 5'],
    ['a multiplier is not a number', stages(3, { earning_multiplier: NaN }), 'multiplier of stage 3'],
    ['shares exceed the donation', shares({ operations: 7501 }), '100.01 %'],
    ['a share is negative', shares({ sponsor: -1 }), 'negative'],
    ['a share is a fraction', shares({ sponsor: 0.5 }), 'whole basis points'],
    ['a level has no share', shares({ levels: [300] }), 'each of 10 levels'],
    ['no minimum for withdrawals', { min_withdrawal: 0 }, 'more than zero'],
    ['no default cause', { default_cause: 0 }, 'must be one of the causes'],
    ['no minimum for transfers', { min_transfer: 0 }, 'minimum transfer must be more than zero'],
    ['a limit is endless', { automatic_payout: { per_day_max: Infinity, address_age_hours: 0 } }, 'daily limit'],
    ['two persons for what leaves by itself', { two_persons_above: 99.99999 }, 'must not be below $100.00000'],
    ['an age is negative', { automatic_payout: { per_day_max: 0, address_age_hours: -1 } }, 'address age'],
  ])('%s', (_, change, words) => {
    expect(read(change)).toThrow(words)
    expect(read(change)).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error)
  })

  test('but shares that add up to the whole donation are allowed', () => {
    expect(read(shares({ operations: 7500 }))).not.toThrow()
    expect(read({ automatic_payout: { per_day_max: 0, address_age_hours: 0 } })).not.toThrow()
    expect(read(stages(1, { earning_multiplier: 0 }))).not.toThrow()
  })
})
