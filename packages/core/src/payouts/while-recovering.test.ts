import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { refuseWhileRecovering } from './while-recovering.ts'

test('while records are being restored nothing is sent, and then it is', () => {
  expect(refusalOf(() => refuseWhileRecovering(false))).toBeUndefined()
  expect(refusalOf(() => refuseWhileRecovering(true))).toEqual({
    code: 'busy',
    sentence:
      'Our records are being restored, and nothing can be sent until they are complete. Please try again in a few minutes.',
    detail: { name: 'records_being_restored' },
  })
})
