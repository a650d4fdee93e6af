import { afterAll, onTestFinished } from 'vitest'
import { makeChain, type MakeChainOptions, type TestChain } from './make-chain.ts'

export { indexOf, UNIT, type TestChain } from './make-chain.ts'

/** A chain of its own. Stopped after the test. */
export async function startTestChain(options: MakeChainOptions = {}): Promise<TestChain> {
  const made = await makeChain(options)
  onTestFinished(made.stop)
  return made
}

/** One for all tests of a file. */
export async function shareTestChain(options: MakeChainOptions = {}): Promise<TestChain> {
  const made = await makeChain(options)
  afterAll(made.stop)
  return made
}
