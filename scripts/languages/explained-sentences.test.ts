import { FIGURES } from '@trefoil/contract/figures'
import { verifyProof } from '@trefoil/core/proofs/verify'
import { expect, test } from 'vitest'
import { DIVISION_WORDS } from '../../apps/server/src/donations/describe-division.ts'
import { EXPLAINED_WORDS } from '../../apps/server/src/explain/words.ts'
import { TRANSACTION_WORDS } from '../../apps/server/src/transactions/describe.ts'
import { readMessages } from '../../apps/web/languages/read-messages.ts'
import { explanationIn, figures, lineIn, meaningIn } from '../../apps/web/src/lib/later/explanation-copy.ts'
import { findingIn, sawIn, valueIn } from '../../apps/web/src/lib/later/finding-copy.ts'
import { transactionIn } from '../../apps/web/src/lib/later/transaction-copy.ts'
import { makeLies } from '../../packages/core/testing/lies.ts'
import { makeWorld } from '../../packages/core/testing/proof-world.ts'
import { checkedBefore, epochLost, restoredFrom } from '../../packages/core/testing/restores.ts'

// What the server and the checks of proofs say in English, pages in other languages say from codes. Outside of a page
// those pages' copies are in English, so both are compared.

test('every figure is explained in the same words', () => {
  for (const [name, { title, is, formula }] of Object.entries(FIGURES))
    expect(figures[name as keyof typeof FIGURES]).toEqual({ title, is, formula })
  expect(Object.keys(figures)).toEqual(Object.keys(FIGURES))
})

/** Values of every name: the same in both languages, and neither a day nor a moment. */
const PARAMS = {
  address: '0x1',
  amount: '$1.00000',
  level: 3,
  month: 'March',
  multiplier: 1.5,
  name: 'Ada',
  position: 'left',
  share: 10,
  stage: 2,
  until: 'tomorrow',
  version: 4,
  what: 'Sponsor',
  why: 'A mistake',
}

const said = (words: unknown, params: object): unknown => (typeof words === 'function' ? words(params) : words)

test.each([1, 2])('terms, notes and lines of explanations are in the same words, with a count of %i', async (count) => {
  const params = { ...PARAMS, count }
  for (const [code, words] of Object.entries(EXPLAINED_WORDS))
    expect(explanationIn(code, params), code).toBe(said(words, params))
  for (const [code, words] of Object.entries({ ...TRANSACTION_WORDS, ...DIVISION_WORDS }))
    expect(transactionIn(code, params), code).toBe(said(words, params))
  const messages = await readMessages()
  const codes = ['transactionWords', 'division'].flatMap((group) =>
    messages.get(group)?.map(({ id }) => id.split('.')[1]),
  )
  expect(new Set(codes)).toEqual(new Set([...Object.keys(TRANSACTION_WORDS), ...Object.keys(DIVISION_WORDS)]))
})

test('a reversal in a sheet says what the activity says, without the reason', async () => {
  const messages = await readMessages()
  const ofActivities = new Map(messages.get('activities')?.map(({ id, message }) => [id, message]))
  const reversals = (messages.get('explained') ?? []).filter(({ id }) => id.includes('.reversal_of_'))
  expect(reversals).toHaveLength(7)
  for (const { id, message } of reversals)
    expect(`${message}: {why}`, id).toBe(ofActivities.get(id.replace('explained.', 'activities.')))
})

test('any other line in a sheet says what the activity says, not how far the transaction is', async () => {
  const codes = (await readMessages()).get('activities')?.map(({ id }) => id.split('.')[1] ?? '') ?? []
  expect(codes).toContain('withdrawal_requested')
  for (const code of codes.filter((each) => each !== 'reversed' && !each.startsWith('reversal_of_')))
    expect(lineIn(code, { ...PARAMS, count: 1 }), code).toBeUndefined()
})

test('what a text says is said around it, and nothing that is not known', () => {
  const means = [
    { code: 'invited_you', params: {} },
    { code: 'with_percent', params: { share: 10 } },
    { code: 'reversed', params: {} },
  ]
  expect(meaningIn(means)).toBe('10 %. Invited you (reversed)')
  expect(meaningIn([...means, { code: 'of_tomorrow', params: {} }])).toBeUndefined()
  expect(meaningIn([{ code: 'constructor', params: {} }])).toBeUndefined()
  expect(meaningIn([])).toBeUndefined()
})

const world = makeWorld()
const alice = world.proofOf('tfalice')

const PROOFS = [
  ...makeLies().map(({ proof }) => proof),
  alice,
  { ...alice, anchor: null },
  restoredFrom(10),
  restoredFrom(8),
  restoredFrom(8, { earlier: 5 }),
  checkedBefore(epochLost(restoredFrom(9)), 4),
]

test('a check says the same in its sentence and with its code and values', () => {
  const codes = new Set<string>()
  for (const proof of PROOFS)
    for (const step of verifyProof(proof).steps) {
      codes.add(step.code)
      // What cannot be read is described in English, for developers.
      if (step.code !== 'malformed') expect(findingIn(step)).toBe(step.because)
      for (const [what, value] of Object.entries(step.saw)) expect([sawIn(what), valueIn(value)]).toEqual([what, value])
    }
  expect(codes.size).toBeGreaterThan(35)
})

test('every name of what was computed is known', async () => {
  const known = new Set(
    (await readMessages()).get('findings')?.flatMap(({ id }) => /^findings\.saw\.(.+)$/.exec(id)?.[1]),
  )
  const parts = (what: string) => what.split(/, (?=[^,]+$)/)
  for (const proof of PROOFS)
    for (const { saw } of verifyProof(proof).steps)
      for (const what of Object.keys(saw))
        if (!known.has(what) && !/\bfrom\b| of \w+ \d/.test(what))
          for (const part of parts(what)) expect(known.has(part), what).toBe(true)
})
