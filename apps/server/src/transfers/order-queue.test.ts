import { randomUUID } from 'node:crypto'
import { parseAmount } from '@trefoil/core/money'
import { expect, test } from 'vitest'
import { fundedMember, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { CONFIRMED, transfer } from './transfer.ts'

const server = await shareTestServer()

test('no member fills the queue: what is too much of one is refused, and the others are served', async () => {
  const [greedy, modest, recipient] = [
    await fundedMember(server, 1000),
    await fundedMember(server, 10),
    await fundedMember(server, 0),
  ]
  const send = ({ id: sender }: Funded) =>
    server.ledger.post(transfer, {
      sender,
      recipient: { by: 'code', texts: [recipient.referralCode] },
      from: 'impact',
      amount: parseAmount(1),
      reference: `test-${randomUUID()}`,
      confirmation: CONFIRMED,
    })
  // All within one turn of the event loop, so that no batch has left before.
  const many = Array.from({ length: 300 }, () => send(greedy))
  const one = send(modest)
  const outcomes = await Promise.allSettled(many)
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, i) => (i < 256 ? 'fulfilled' : 'rejected')))
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'busy', message: expect.any(String) as string } })
  await one
  // Once they were served, the member may ask again.
  await send(greedy)
})
