import { expect, test } from 'vitest'
import { newMember, signIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const transaction = `0x${'5e'.repeat(32)}`

test('a wallet sheet that watches a payment uses up none of the look-ups that support has', async () => {
  const visitor = server.visit()
  await signIn(visitor, (await newMember(server)).privateKey)
  const watch = () => visitor.post('/api/wallet/payment', { transaction })
  for (let count = 0; count < 60; count += 1) expect((await watch()).status, String(count)).toBe(200)
  expect((await watch()).status).toBe(429)
  expect((await visitor.post('/api/support/look-up', { transaction })).status).toBe(200)
})
