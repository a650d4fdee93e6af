import { expect, test } from 'vitest'
import { isMarkedAsDemo } from './demo-mark.ts'

test('only the mark itself makes a demo', () => {
  expect(isMarkedAsDemo('trefoil_demo=1')).toBe(true)
  expect(isMarkedAsDemo('role=member; trefoil_demo=1; accessToken=x')).toBe(true)
  const others = ['', 'trefoil_demo=', 'trefoil_demo=12', 'not_trefoil_demo=1', 'x=trefoil_demo=1']
  expect(others.filter(isMarkedAsDemo)).toEqual([])
})
