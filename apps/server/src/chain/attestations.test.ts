import { expect, test } from 'vitest'
import { shareTestChain } from '../testing/chain.ts'
import { anchorIn } from './attestations.ts'

const { chain, facts } = await shareTestChain()

test('what the contract answers can be read as it is, and an epoch that was not posted is none', async () => {
  const answers = await chain.attestationAnswers(1)
  expect(answers).toMatchObject({ contract: facts.attestations, chain: '0x7a69' })
  expect(BigInt(answers.decimals)).toBe(18n)
  expect(await anchorIn(answers, 1)).toBeUndefined()
})
