import { expect, test } from 'vitest'
import { makeWebhookSecret, signatureOf } from './sign.ts'

/** The vector that the libraries of the Standard Webhooks specification are tested with. */
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
}
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('signs as the specification does', () => {
  expect(signatureOf(MESSAGE, [SECRET])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('with two secrets there are two signatures, the newer one first', () => {
  const other = makeWebhookSecret()
  expect(signatureOf(MESSAGE, [other, SECRET]).split(' ')).toEqual([
    signatureOf(MESSAGE, [other]),
    signatureOf(MESSAGE, [SECRET]),
  ])
})

test('a secret has 32 random bytes, as base64 after whsec_', () => {
  expect(makeWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(makeWebhookSecret()).not.toBe(makeWebhookSecret())
})
