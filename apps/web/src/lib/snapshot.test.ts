import { expect, test } from 'vitest'
import { isShownBy } from './snapshot.ts'

test.each([
  ['100:110:103,105', '99', true],
  ['100:110:103,105', '103', false],
  ['100:110:103,105', '104', true],
  ['100:110:103,105', '105', false],
  ['100:110:103,105', '110', false],
  ['100:100:', '99', true],
  ['100:100:', '100', false],
  // Beyond what a number can count exactly.
  ['9007199254740993:9007199254740993:', '9007199254740992', true],
  ['9007199254740993:9007199254740993:', '9007199254740993', false],
])('after %s, change %s is shown: %s', (snapshot, change, isShown) => {
  expect(isShownBy(snapshot, change)).toBe(isShown)
})

test.each(['', 'nonsense', '1:', ':2:'])('the snapshot "%s" says nothing', (snapshot) => {
  expect(isShownBy(snapshot, '0')).toBe(false)
})
