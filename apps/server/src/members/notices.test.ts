import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { earn } from '../testing/earnings.ts'
import { fundedMember } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { PASSCODE } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()

/** The subjects that somebody was sent, once there are as many as expected. */
async function subjectsFor(email: string, count: number): Promise<string[]> {
  for (let tries = 0; tries < 150; tries += 1) {
    const { rows } = await server.database.query('select subject from outbox where recipient = $1 order by id', [email])
    if (rows.length >= count) return rows.map(({ subject }) => subject as string)
    await sleep(200)
  }
  throw new Error(`${email} was not sent ${count} mails`)
}

test('members are told of withdrawal steps, addresses, passcodes and devices; operators of what waits', async () => {
  const { olga } = await signInStaff(server)
  const member = await fundedMember(server, 0)
  await earn(server.ledger, member.id, 30)
  const { visitor, email } = member
  await visitor.put('/api/users/wallet', { wallet_address: randomAddress() })
  expect(await subjectsFor(email, 1)).toEqual(['Your payout address was changed'])
  const asked = await visitor.post('/api/transactions/withdrawal', {
    amount: 20,
    withdrawal_address: randomAddress(),
    network: 'BSC',
    payment_method: 'blockchain',
    type: 'Withdrawal',
  })
  const waiting = await subjectsFor('olga.operator@example.org', 1)
  expect(waiting.at(-1)).toMatch(/wait/)
  const path = `/api/operator/withdrawals/${asked.body.data.withdrawal_id}/refuse`
  await olga.post(path, { why: 'Not your wallet' })
  expect((await subjectsFor(email, 3)).slice(1)).toEqual([
    'Your withdrawal was requested: $20.00000',
    'Your withdrawal was refused: $20.00000',
  ])
  await visitor.send('POST', '/api/users/login', {
    body: JSON.stringify({ identifier: member.privateKey, password: PASSCODE }),
    headers: { 'user-agent': 'A browser that was never seen' },
  })
  expect((await subjectsFor(email, 4)).at(-1)).toBe('A new sign-in to your account')
  await server.database.query(`update account set passcode_hash = passcode_hash || ' ' where id = $1`, [member.id])
  expect((await subjectsFor(email, 5)).at(-1)).toBe('Your passcode was changed')
})
