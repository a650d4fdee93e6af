import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startTestChain } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { cancelWithdrawal } from './decide.ts'

const WRITES = /(?:update|insert into|delete from) withdrawal\b|(?:updateTable|insertInto|deleteFrom)\('withdrawal'/

test('withdrawals are written in one place, which queues their mails', async () => {
  const source = new URL('../', import.meta.url).pathname
  const writing: string[] = []
  for await (const file of glob('**/*.ts', { cwd: source }))
    if (!file.endsWith('.test.ts') && WRITES.test(await readFile(source + file, 'utf8'))) writing.push(file)
  expect(writing).toEqual(['payouts/write-withdrawals.ts'])
})

test('each change of a withdrawal’s state is mailed to its member once, and a rejected change is not', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const paid = await payouts.ask()
  await payouts.finish()
  const cancelled = await payouts.ask({ approved: false })
  await cancelWithdrawal({ ...wallet, chain: chain.chain }, cancelled.member, cancelled.reference)
  const refused = await payouts.ask({ approved: false })
  await payouts.refuse(refused.reference, 'It\'s not "your" wallet')
  // A rejected decision changes nothing and mails nobody.
  await expect(payouts.refuse(refused.reference, 'Again')).rejects.toMatchObject({ code: 'wrong_state' })
  await expect(payouts.approve(paid.reference)).rejects.toMatchObject({ code: 'wrong_state' })

  const statesOf = async ({ reference, member }: { reference: string; member: number }) =>
    (
      await wallet.owner.query<{ state: string }>(
        `select facts ->> 'state' as state from mail_outbox
         where kind = 'withdrawal' and account_id = $1 and facts ->> 'reference' = $2 order by id`,
        [member, reference],
      )
    ).rows.map(({ state }) => state)
  expect(await statesOf(paid)).toEqual(['requested', 'approved', 'claimed', 'paid'])
  expect(await statesOf(cancelled)).toEqual(['requested', 'cancelled'])
  expect(await statesOf(refused)).toEqual(['requested', 'refused'])
  const { rows } = await wallet.owner.query(
    `select facts from mail_outbox where facts ->> 'reference' = $1 order by id desc limit 1`,
    [refused.reference],
  )
  expect(rows[0].facts).toEqual({
    state: 'refused',
    amount: '1000000',
    address: refused.to,
    reference: refused.reference,
    decision: 'It\'s not "your" wallet',
  })
})

test('requests of one batch queue their mails together, each to its own member', async () => {
  const payouts = await openPayouts(await startTestChain())
  const { wallet } = payouts
  const members = wallet.members.slice(0, 5)
  for (const member of members) await wallet.earn(member, 10)
  await Promise.all(members.map((member) => payouts.ask({ member, earned: false, approved: false })))
  const { rows } = await wallet.owner.query(
    `select account_id, w.member_id from mail_outbox join withdrawal w on w.reference = facts ->> 'reference' order by 1`,
  )
  expect(rows).toEqual(members.toSorted((a, b) => a - b).map((id) => ({ account_id: id, member_id: id })))
})
