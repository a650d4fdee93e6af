import { expect, test } from 'vitest'
import { newest } from './check-anchor.ts'
import { coverageOf, EPOCH_AGE_MAX_SECONDS } from './coverage.ts'
import type { ProofFile } from './proof-file.ts'

const UNIT = 10n ** 13n
const counted = (owed: bigint, there: bigint, rest = 0n) => ({
  total: String(owed),
  assets: { vault: String(there * UNIT - 1n), treasury: String(1n + rest) },
})

test('one unit less than what is owed is not covered, and never shown as all of it', () => {
  expect(coverageOf(counted(1_000_000n, 999_999n, UNIT - 1n), 18)).toEqual({
    owed: 1_000_000n,
    there: 999_999n,
    isCovered: false,
    basisPoints: 9999n,
  })
})

test('exactly what is owed is all of it', () => {
  expect(coverageOf(counted(7n, 7n), 18)).toMatchObject({ isCovered: true, basisPoints: 10_000n })
})

test('more than a double can count stays exact', () => {
  const owed = 2n ** 64n - 1n
  expect(coverageOf(counted(owed, owed - 1n), 18)).toMatchObject({ there: owed - 1n, isCovered: false })
})

test('where nothing is owed, there is no share of it', () => {
  expect(coverageOf(counted(0n, 1n), 18)).toMatchObject({ isCovered: true, basisPoints: null })
})

test('a token with as many decimals as ours is counted as it is', () => {
  expect(coverageOf({ total: '3', assets: { vault: '1', treasury: '2' } }, 5).there).toBe(3n)
})

test('an epoch is old when the verifier says so', () => {
  const anchor = { epoch: 1, time: 0, latest: { epoch: 1, time: 0 } }
  const checkpoints = { shown: () => undefined, kept: () => undefined }
  const found = (time: number) =>
    newest({ known: { epoch: 0 }, epoch: { epoch: 1 }, anchor, time } as ProofFile, checkpoints)
  expect(found(EPOCH_AGE_MAX_SECONDS).because).toMatch(/is the newest/)
  expect(found(EPOCH_AGE_MAX_SECONDS + 1).because).toMatch(/more than two days old/)
})
