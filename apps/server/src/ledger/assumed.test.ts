import { expect, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { aheadScene } from '../testing/ahead-scene.ts'
import { giveThrough, placed, sendThrough } from '../testing/orders.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { openLedger } from './batch.ts'
import { postUnderLock } from './under-lock.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const DUPLICATE = { code: '23505', constraint: 'one_effect_per_key' }
const SOMETHING_HAS_CHANGED = { code: 'TF002' }

test('what is at hand is not looked up, and goes through', async () => {
  const { post, assume, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  await (
    await post(placed({ from: ann, to: ben, dollars: 1 }))
  ).sent
  const { outcomes, sent } = assume(placed({ from: ann, to: ben, dollars: 2, key: 'new' }))
  await sent
  expect(outcomes).toMatchObject([{ reply: { success: true } }])
  expect((await balancesOf(ben.visitor)).deposit_balance).toBe(103)
})

test('a key that is not new undoes the batch, unless the order would be refused: then it is not known', async () => {
  const { client, kept, post, assume, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  await (
    await post(placed({ from: ann, to: ben, dollars: 60, key: 'once' }))
  ).sent
  kept.forget()
  await postUnderLock(client, { kept }, [placed({ from: ann, to: ben, dollars: 1 })])
  // Ann has 39 left.
  const again = assume(placed({ from: ann, to: ben, dollars: 60, key: 'once' }))
  expect(again.outcomes).toEqual(['unsure'])
  await again.sent
  await expect(assume(placed({ from: ann, to: ben, dollars: 30, key: 'once' })).sent).rejects.toMatchObject(DUPLICATE)
})

test('a session that has ended undoes the batch', async () => {
  const { post, assume, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  const { rows } = await server.database.query('select id from session where account_id = $1', [ann.id])
  const order = () => placed({ from: ann, to: ben, dollars: 1, session: rows[0].id })
  await (
    await post(order())
  ).sent
  await assume(order()).sent
  await server.database.query(`update session set ended_at = now(), end_reason = 'logout' where id = $1`, [rows[0].id])
  await expect(assume(order()).sent).rejects.toMatchObject(SOMETHING_HAS_CHANGED)
  expect((await balancesOf(ben.visitor)).deposit_balance).toBe(102)
})

test('a repeat is answered as the first time, by another process and when everything was spent', async () => {
  const [giver, taker] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  const transfer = (dollars: number) => ({ amount: dollars, recipient_id: taker.referralCode })
  await sendMoney(giver.visitor, transfer(1))
  const before = await sendMoney(giver.visitor, transfer(90), 'repeated')
  expect(before.status).toBe(200)
  await sendMoney(giver.visitor, transfer(9))
  // Another process posts, so that this one forgets everything.
  const beside = openLedger(asApplication(server.settings.databaseUrl!))
  const other = await fundedMember(server, 50)
  await giveThrough(beside, { from: other, dollars: 50 })
  await beside.stop()
  for (let round = 0; round < 3; round += 1) {
    const again = await sendMoney(giver.visitor, transfer(90), 'repeated')
    expect(again.body).toEqual(before.body)
  }
  expect((await balancesOf(taker.visitor)).deposit_balance).toBe(100)
  await expectNoViolation(db)
})

test('whoever repeats is looked up from then on, and holds up nobody', async () => {
  const ledger = openLedger(asApplication(server.settings.databaseUrl!))
  const [ann, ben] = [await fundedMember(server, 100), await fundedMember(server, 100)]
  const orders = Array.from({ length: 40 }, (_, index) => ({ from: ann, to: ben, dollars: 1, key: `key-${index}` }))
  for (const order of orders) await sendThrough(ledger, order)
  const replies = await Promise.all(
    orders.flatMap((order) => [
      sendThrough(ledger, order),
      sendThrough(ledger, { from: ben, to: ann, dollars: 1, key: `back-${order.key}` }),
    ]),
  )
  expect(replies.every(({ success }) => success)).toBe(true)
  await ledger.stop()
  expect((await balancesOf(ann.visitor)).deposit_balance).toBe(100)
  await expectNoViolation(db)
})
