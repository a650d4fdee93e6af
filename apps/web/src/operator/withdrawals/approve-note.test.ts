import { expect, test } from 'vitest'
import { approveNote } from './approve-note.ts'

const small = { approvals: { needed: 1, first_by: null }, waits_for: 'new_address', state: 'requested' } as const
const large = { ...small, approvals: { needed: 2, first_by: null } } as const
const approvedByOne = { ...large, waits_for: 'second_approval' } as const

test('whoever approves is told what leaves and what waits for another operator', () => {
  expect(approveNote([small])).toMatch(/^It leaves/)
  expect(approveNote([approvedByOne])).toMatch(/^It leaves/)
  expect(approveNote([large])).toMatch(/It waits until another one approves it/)
  expect(approveNote([small, approvedByOne])).toMatch(/^They leave/)
  expect(approveNote([large, large])).toMatch(/They wait until another one approves them/)
  expect(approveNote([small, large])).toMatch(/^Some of these take two operators .* The others leave/)
})
