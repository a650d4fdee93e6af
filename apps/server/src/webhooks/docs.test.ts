import { readFile } from 'node:fs/promises'
import { webhookEventType } from '@trefoil/contract/operator/webhooks'
import { expect, test } from 'vitest'
import { makeWebhookSecret, signatureOf } from './sign.ts'

const page = await readFile(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const [, code = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? []
const { verify } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  verify: (secret: string, headers: Record<string, string>, body: string) => boolean
}

const secret = makeWebhookSecret()
const body = '{"type":"webhook.test"}'

function headers({ secrets = [secret], ageSeconds = 0 } = {}) {
  const [id, timestamp] = ['evt_1', Math.floor(Date.now() / 1000) - ageSeconds]
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body }, secrets),
  }
}

test('the guide’s code takes what we send, and with two signatures either of them', () => {
  expect(verify(secret, headers(), body)).toBe(true)
  expect(verify(secret, headers({ secrets: [makeWebhookSecret(), secret] }), body)).toBe(true)
})

test('it refuses another secret, body, id, time and no signature at all', () => {
  expect(verify(makeWebhookSecret(), headers(), body)).toBe(false)
  expect(verify(secret, headers(), `${body} `)).toBe(false)
  expect(verify(secret, { ...headers(), 'webhook-id': 'evt_2' }, body)).toBe(false)
  expect(verify(secret, headers({ ageSeconds: 301 }), body)).toBe(false)
  expect(verify(secret, headers({ ageSeconds: -301 }), body)).toBe(false)
  expect(verify(secret, { ...headers(), 'webhook-timestamp': 'now' }, body)).toBe(false)
  expect(verify(secret, { ...headers(), 'webhook-signature': '' }, body)).toBe(false)
})

test('the guide has every event', () => {
  for (const type of webhookEventType.options) expect(page).toContain(`\`${type}\``)
})
