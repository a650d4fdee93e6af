import { expect, test } from 'vitest'
import { balancesOf, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'
import type { Answer } from '../testing/visitor.ts'

const server = await shareTestServer()
const told = ({ status, body }: Answer) => [status, body.code]

test('a member with nothing learns nothing about who has a code', async () => {
  const poor = await fundedMember(server, 0)
  const other = await fundedMember(server, 0)
  const known = await sendMoney(poor.visitor, { amount: 0.01, recipient_id: other.referralCode })
  expect(told(known)).toEqual([422, 'insufficient_funds'])
  const unknown = await sendMoney(poor.visitor, { amount: 0.01, recipient_id: '0000-0000' })
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  const earnings = { amount: 0.01, from: 'available' }
  const toOther = await sendMoney(poor.visitor, { ...earnings, recipient_id: other.referralCode })
  const toNobody = await sendMoney(poor.visitor, { ...earnings, recipient_id: '0000-0000' })
  expect([toNobody.status, toNobody.body]).toEqual([toOther.status, toOther.body])
})

test('that a member is frozen is told to nobody else', async () => {
  const sender = await fundedMember(server, 10)
  const frozen = await fundedMember(server, 5)
  await server.database.query('update member_balance set frozen = true where member_id = $1', [frozen.id])
  const toFrozen = await sendMoney(sender.visitor, { amount: 1, recipient_id: frozen.referralCode })
  const toNobody = await sendMoney(sender.visitor, { amount: 1, recipient_id: '0000-0000' })
  expect([toFrozen.status, toFrozen.body]).toEqual([toNobody.status, toNobody.body])
  expect(JSON.stringify(toFrozen.body)).not.toContain('frozen')
  const byFrozen = await sendMoney(frozen.visitor, { amount: 1, recipient_id: sender.referralCode })
  expect(told(byFrozen)).toEqual([403, 'frozen'])
})

test('dust cannot be sent, but one’s own earnings can be moved to the last unit', async () => {
  const sender = await fundedMember(server, 10)
  const recipient = await fundedMember(server, 0)
  const dust = await sendMoney(sender.visitor, { amount: 0.00999, recipient_id: recipient.referralCode })
  expect(told(dust)).toEqual([422, 'below_minimum'])
  expect(dust.body.message).toContain('$0.01000')
  const history = (await recipient.visitor.get('/api/transfers/history')).body
  expect(history.data.transfers).toEqual([])
  expect((await sendMoney(sender.visitor, { amount: 0.01, recipient_id: recipient.referralCode })).status).toBe(200)
})

test('after too many unknown recipients, a right one and a wrong one get the same answer', async () => {
  const own = await startTestServer({ limits: { ...server.settings.limits, wrongRecipientsPerHour: 5 } })
  const [guesser, other] = [await fundedMember(own, 10), await fundedMember(own, 10)]
  const send = (code: string) => sendMoney(guesser.visitor, { amount: 0.01, recipient_id: code })
  for (let number = 0; number < 5; number++)
    expect(told(await send(`0000000${number}`))).toEqual([422, 'unknown_recipient'])
  const wrong = await send('00000009')
  expect(told(wrong)).toEqual([429, 'too_many_attempts'])
  expect(told(await send(other.referralCode))).toEqual(told(wrong))
  expect((await balancesOf(guesser.visitor)).deposit_balance).toBe(10)
  // Nobody else waits for it.
  expect((await sendMoney(other.visitor, { amount: 1, recipient_id: guesser.referralCode })).status).toBe(200)
})

test('many guesses at the same moment are no more guesses', async () => {
  const own = await startTestServer({ limits: { ...server.settings.limits, wrongRecipientsPerHour: 5 } })
  const [guesser, other] = [await fundedMember(own, 10), await fundedMember(own, 0)]
  const codes = Array.from({ length: 60 }, (_, index) => `000000${index + 10}`)
  const answers = await Promise.all(
    [...codes, other.referralCode].map((code) => sendMoney(guesser.visitor, { amount: 0.01, recipient_id: code })),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(56)
})

test('transfers that arrive are not limited, however many are sent at once', async () => {
  const own = await startTestServer({ limits: { ...server.settings.limits, wrongRecipientsPerHour: 3 } })
  const [sender, other] = [await fundedMember(own, 10), await fundedMember(own, 0)]
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => sendMoney(sender.visitor, { amount: 0.1, recipient_id: other.referralCode })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  expect((await balancesOf(other.visitor)).deposit_balance).toBe(4)
})
