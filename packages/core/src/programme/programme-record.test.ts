import { describe, expect, test } from 'vitest'
import { parseAmount } from '../money.ts'
import { defaultProgramme } from './default-programme.ts'
import { readProgramme, recordOf, type ProgrammeRecord } from './programme-record.ts'
import { causePercent } from './programme.ts'
import { stageOf } from './stage.ts'

const read = (change: Partial<ProgrammeRecord>) => () => readProgramme(2, { ...defaultProgramme, ...change })
const stages = (number: number, change: object) => ({
  stages: defaultProgramme.stages.map((stage) => (stage.stage_number === number ? { ...stage, ...change } : stage)),
})
const shares = (change: object) => ({ shares_basis_points: { ...defaultProgramme.shares_basis_points, ...change } })

test('the default programme is valid, and leaves the cause 70 %', () => {
  const programme = readProgramme(1, defaultProgramme)
  expect(causePercent(programme.shares)).toBe(70)
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

test('the cause is guaranteed what all others leave, down to nothing', () => {
  const percent = (change: object) => causePercent(read(shares(change))().shares)
  expect(percent({ sponsor: 1001 })).toBe(69.99)
  expect(percent({ operations: 0 })).toBe(75)
  expect(percent({ operations: 7500 })).toBe(0)
})

test('a version from before deposits could be returned returns none', () => {
  const { offers_returns: _, ...older } = defaultProgramme
  expect(readProgramme(1, older).offersReturns).toBe(false)
  expect(read({ offers_returns: true })().offersReturns).toBe(true)
})

test('versions are numbered from 1', () => {
  expect(readProgramme(1, defaultProgramme).version).toBe(1)
  for (const version of [0, -1, 1.5, NaN])
    expect(() => readProgramme(version, defaultProgramme)).toThrow(`${version} is not a version of a programme`)
})

test('there is no stage above the tenth', () => {
  const { stages: all } = readProgramme(1, defaultProgramme)
  expect([0, 1, 10].map((stage) => stageOf(all, stage).number)).toEqual([1, 1, 10])
  expect(() => stageOf(all, 11)).toThrow('There is no stage 11')
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
    ['a minimum withdrawal too fine', { min_withdrawal: 1e-6 }, 'The minimum withdrawal: The amount'],
    ['a minimum transfer too fine', { min_transfer: 1e-6 }, 'The minimum transfer: The amount'],
    ['two persons above less than nothing', { two_persons_above: -1 }, 'above which two persons approve: The amount'],
    [
      'a return of less than nothing',
      { automatic_payout: { per_day_max: 0, address_age_hours: 0, return_max: -1 } },
      'The largest return that needs no operator: The amount',
    ],
    ['an age beyond a century', { automatic_payout: { per_day_max: 0, address_age_hours: 876_001 } }, '0 to 876000'],
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

  test('and so is what is just within its limits', () => {
    expect(read({ automatic_payout: { per_day_max: 0, address_age_hours: 876_000 } })).not.toThrow()
    expect(read(stages(3, { donation_requirement: 15 }))).not.toThrow()
    expect(read({ two_persons_above: 100 })).not.toThrow()
  })
})
