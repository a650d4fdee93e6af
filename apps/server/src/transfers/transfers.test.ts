import { expect, test } from 'vitest'
import { balancesOf, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

test('a transfer by private key arrives, and only then tells the name of who received it', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)

  const refused = await sendMoney(sender.visitor, { amount: 100.00001, recipient_id: recipient.privateKey })
  expect(refused.status).toBe(422)
  expect(refused.body.code).toBe('insufficient_funds')
  expect(JSON.stringify(refused.body)).not.toContain('Test Person')

  const sent = await sendMoney(sender.visitor, { amount: 30.00001, recipient_id: recipient.privateKey })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  expect(sent.body).toMatchObject({
    success: true,
    data: { recipient: { name: 'Test Person' }, amount: 30.00001, transfer_id: expect.stringMatching(/^transfer-/) },
  })
  expect((await balancesOf(sender.visitor)).deposit_balance).toBe(69.99999)
  expect((await balancesOf(recipient.visitor)).deposit_balance).toBe(30.00001)
})
