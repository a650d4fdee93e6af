import { expect, test } from 'vitest'
import { faultOf } from './passcode-verdict.ts'

const ada = { name: 'Ada Moreno', email: 'ada@example.org' }

test('the browser judges as the server does', () => {
  const weak = [
    'letmein123456',
    'abcdefghijkl',
    'Passw0rd1234',
    'trefoiltrefoil',
    'AdaMoreno1985',
    'pleaseletmein',
    'short',
  ]
  expect(weak.filter((passcode) => faultOf(passcode, ada) === undefined)).toEqual([])
  for (const fine of ['quite a long passcode', 'vK9#qTz2!mWx7']) expect(faultOf(fine, ada)).toBeUndefined()
})
