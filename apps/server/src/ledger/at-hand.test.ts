import { expect, test } from 'vitest'
import { postUnderLock } from './under-lock.ts'
import { aheadScene, keyOf } from '../testing/ahead-scene.ts'
import { placed } from '../testing/orders.ts'
import { balancesOf, donate, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

const ENDINGS = {
  'was signed out': `update session set ended_at = now(), end_reason = 'logout' where account_id = $1`,
  'has expired': 'update session set expires_at = now() where account_id = $1',
  'was idle for too long': `update session set active_at = now() - interval '4 days' where account_id = $1`,
}

test.for(Object.entries(ENDINGS))('a session that %s moves no money, however lately it did', async ([, ending]) => {
  const [giver, taker] = [await fundedMember(server, 200), await fundedMember(server, 0)]
  const transfer = { amount: 10, recipient_id: taker.referralCode }
  expect((await sendMoney(giver.visitor, transfer, 'before')).status).toBe(200)
  expect((await donate(giver.visitor, 50)).status).toBe(200)
  await server.database.query(ending, [giver.id])
  const answers = [
    await sendMoney(giver.visitor, transfer),
    await donate(giver.visitor, 50),
    // Nor does it tell what it moved before.
    await sendMoney(giver.visitor, transfer, 'before'),
  ]
  expect(answers).toMatchObject(answers.map(() => ({ status: 401, body: { code: 'no_session' } })))
  expect((await balancesOf(taker.visitor)).deposit_balance).toBe(10)
})

test('while others post under the lock, an ended session moves nothing either', async () => {
  const [giver, taker] = [await fundedMember(server, 200), await fundedMember(server, 0)]
  await donate(giver.visitor, 50)
  await server.database.query(ENDINGS['was signed out'], [giver.id])
  // Another process has posted: nothing is decided ahead for a while.
  const { post, members } = await aheadScene(server, ['ann', 'ben'])
  await (
    await post(placed({ from: members.ann, to: members.ben, dollars: 1 }))
  ).sent
  const bystander = await fundedMember(server, 100)
  const [refused, done] = await Promise.all([
    sendMoney(giver.visitor, { amount: 10, recipient_id: taker.referralCode }),
    sendMoney(bystander.visitor, { amount: 10, recipient_id: taker.referralCode }),
  ])
  expect([refused.status, done.status]).toEqual([401, 200])
})

test('a new name is told at once', async () => {
  const { post, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  await (
    await post(placed({ from: ann, to: ben, dollars: 1 }))
  ).sent
  await server.database.query(`update account set name = 'Benedict' where id = $1`, [ben.id])
  // Decided upon the old name, which the row denies.
  await expect((await post(placed({ from: ann, to: ben, dollars: 1 }))).sent).rejects.toMatchObject({ code: 'TF002' })
  const { body } = await sendMoney(ann.visitor, { amount: 1, recipient_id: ben.referralCode })
  expect(body.data.recipient.name).toBe('Benedict')
})

test('whom an order names is still known when everything was forgotten meanwhile', async () => {
  const { client, kept, prepare, post, members } = await aheadScene(server, ['ann', 'ben', 'carl'])
  const { ann, ben, carl } = members
  await (
    await post(placed({ from: ann, to: ben, dollars: 1 }))
  ).sent
  const prepared = prepare(placed({ from: ann, to: ben, dollars: 1 }))
  // Another batch has failed, and the one after it was posted under the lock.
  kept.forget()
  await postUnderLock(client, { kept }, [placed({ from: ann, to: carl, dollars: 1 })])
  const { outcomes, sent } = (await prepared)()
  await sent
  expect(outcomes).toEqual([undefined])
})

test('a name that has become somebody else’s since it was looked up is looked up again', async () => {
  const { kept, prepare, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  const prepared = await prepare(placed({ from: ann, to: ben, dollars: 1 }))
  const row = kept.member(ben.id)!
  kept.replace([{ ...row, referralCode: 'another', version: row.version + 1n }])
  expect(prepared().outcomes).toEqual([undefined])
})

const FORMER_NAMES = {
  'a private key': {
    name: keyOf,
    change: `update account set key_hash = 'another' where id = $1`,
  },
  'a referral code': {
    name: async (_: typeof server, { referralCode }: { referralCode: string }) => ({
      by: 'code' as const,
      texts: [referralCode],
    }),
    change: `update member set referral_code = translate(referral_code, '23456789', '34567892') || 'X' where id = $1`,
  },
}

test.for(Object.entries(FORMER_NAMES))(
  '%s that is no longer a member’s leads to nobody',
  async ([, { name, change }]) => {
    const { kept, post, members } = await aheadScene(server, ['ann', 'ben'])
    const { ann, ben } = members
    const recipient = await name(server, ben)
    const order = () => placed({ from: ann, to: ben, dollars: 1, recipient })
    await (
      await post(order())
    ).sent
    expect(kept.named(recipient.texts[0]!)).toMatchObject({ member: ben.id })
    await server.database.query(change, [ben.id])
    await expect((await post(order())).sent).rejects.toMatchObject({ code: 'TF002' })

    // With the newer row at hand, too.
    kept.replace([{ ...kept.member(ben.id)!, keyHash: 'another', referralCode: 'another' }])
    expect((await post(order())).outcomes).toMatchObject([{ refusal: { code: 'unknown_recipient' } }])
  },
)
