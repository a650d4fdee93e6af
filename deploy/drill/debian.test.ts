import { expect, test } from 'vitest'
import { describeMissing } from './debian.ts'
import { readOptions } from './options.ts'

test('nothing is installed on the machine unless it is asked for', () => {
  expect(readOptions([]).installs).toBe(false)
  expect(readOptions(['--install']).installs).toBe(true)
})

test('what is missing is told with the command that installs it', () => {
  expect(describeMissing(['mmdebstrap'])).toBe(
    'mmdebstrap is missing: `apt-get install mmdebstrap`, or `npm run drill -- --install`, which does that first.',
  )
  expect(describeMissing(['ip', 'mmdebstrap'])).toMatch(
    /^ip, mmdebstrap are missing: `apt-get install iproute2 mmdebstrap`/,
  )
})
