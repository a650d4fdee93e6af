import { expect, test } from 'vitest'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const address = '0x1111111111111111111111111111111111111111'

test('test funds are on the chain when the reply arrives', async () => {
  const { status, body } = await pay({ address, amount: 12.5 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, data: { transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
})

test('concurrent requests are all paid, each once', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => pay({ address, amount: 1 })))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const hashes = replies.map(({ body }) => (body as { data: { transaction_hash: string } }).data.transaction_hash)
  expect(new Set(hashes).size).toBe(10)
})

test.each([
  [{ address: '0x0000000000000000000000000000000000000000', amount: 1 }, 'invalid_address'],
  [{ address: '0xA86E348a3B01137c6874036d192E419bA122706e', amount: 1 }, 'invalid_address'],
  [{ address: 'me', amount: 1 }, 'invalid_address'],
  [{ address, amount: 0 }, 'invalid_amount'],
  [{ address, amount: 0.000001 }, 'invalid_amount'],
  [{ address, amount: 1_000_001 }, 'invalid_amount'],
])('%j is refused', async (body, code) => {
  expect(await pay(body)).toMatchObject({ status: 422, body: { success: false, code } })
})

async function pay(body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/api/demo/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
