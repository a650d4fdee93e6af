import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { expect, test } from 'vitest'
import type { ProgrammeRules } from './api.ts'
import { draftOf, rulesOf, sharesSum } from './draft.ts'

const rules = structuredClone(defaultProgramme) as ProgrammeRules

test('rules that nobody touched come back as they were', () => {
  expect(rulesOf(draftOf(rules))).toEqual(rules)
})

test('a share is counted by its digits', () => {
  const draft = { ...draftOf(rules), sponsor: '0.29' }
  expect(rulesOf(draft)?.shares_basis_points.sponsor).toBe(29)
  expect(sharesSum({ ...draft, levels: ['1.5'], operations: '5' })).toBe(679)
})

test('a field that is no number makes no rules', () => {
  const wrong = ['', 'ten', '-1', '1.234', '1,5', '1e3']
  expect(wrong.filter((sponsor) => rulesOf({ ...draftOf(rules), sponsor }) !== null)).toEqual([])
  expect(rulesOf({ ...draftOf(rules), minWithdrawal: '$10' })).toBeNull()
})
