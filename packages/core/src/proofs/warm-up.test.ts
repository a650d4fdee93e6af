import { expect, test } from 'vitest'
import { parseProofFile } from './proof-file.ts'
import { verifyProofWith } from './verify.ts'
import { proofOfNothing, warmUp } from './warm-up.ts'

test('a proof of nothing takes every check to its end', async () => {
  const proof = parseProofFile(JSON.parse(JSON.stringify(proofOfNothing())))
  const { steps } = await verifyProofWith(async () => true, proof)
  const outcomes = Object.fromEntries(steps.map(({ check, outcome }) => [check, outcome]))
  expect(outcomes).toEqual({
    installation: 'passed',
    newest: 'passed',
    anchored: 'passed',
    shards: 'passed',
    counted: 'failed',
    balance: 'passed',
    covered: 'passed',
    checkpoint: 'passed',
    anchoredLog: 'failed',
    keptLog: 'failed',
    lines: 'failed',
  })
  // They fail because of what they computed, not because they stopped halfway.
  const computed = (check: string) => Object.keys(steps.find((step) => step.check === check)?.saw ?? {})
  expect(computed('counted').filter((what) => what.startsWith('root from leaf'))).toHaveLength(3)
  expect(computed('lines').filter((what) => what.startsWith('root from journal'))).toHaveLength(1)
  expect(steps.find(({ check }) => check === 'lines')?.because).toMatch(/is not in the log as it is shown/)
  await expect(warmUp()).resolves.toBeUndefined()
})
