import { parseAmount } from '@trefoil/core/money'
import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import { expect, test } from 'vitest'
import { donation, donationOrder } from './donations/donate.ts'
import { newReference } from './ledger/reference.ts'
import { look } from './payouts/sender.ts'
import { startTestChain, UNIT } from './testing/chain.ts'
import { openPayouts, type Payouts } from './testing/payouts.ts'
import { keepCopy } from './testing/rewind.ts'
import { CONFIRMED, transfer } from './transfers/transfer.ts'

const BEING_RESTORED = { code: 'busy', detail: { name: 'records_being_restored' } }

/** $10 were earned before the backup, and paid out after it. */
async function restoredAfterPayment({ isFinal = true } = {}) {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const [member = 0, friend = 0] = wallet.members
  // So that the copy knows the signer.
  await payouts.ask({ member: friend })
  await payouts.finish()
  await wallet.earn(member, 20)
  const restore = await keepCopy(wallet.owner)
  const lost = await payouts.ask({ member, earned: false })
  const isPaid = async () => (await chain.chain.balanceOf(lost.to)) === 10n * UNIT
  if (isFinal) await payouts.finish()
  else while (!(await isPaid())) await look(payouts.context())
  await restore()
  expect(await isPaid()).toBe(true)
  const available = async () => {
    const { rows } = await wallet.owner.query('select available from member_balance where member_id = $1', [member])
    return BigInt((rows[0] as { available: string }).available)
  }
  return { chain, payouts, wallet, member, available, ...(await ordersOf(payouts, { member, friend })) }
}

async function ordersOf(payouts: Payouts, { member, friend }: { member: number; friend: number }) {
  const { wallet } = payouts
  const codeOf = async (id: number) => {
    const { rows } = await wallet.owner.query('select referral_code from member where id = $1', [id])
    return (rows[0] as { referral_code: string }).referral_code
  }
  const codes = { available: await codeOf(member), impact: await codeOf(friend) }
  const send = (from: 'available' | 'impact') =>
    wallet.ledger.post(transfer, {
      sender: member,
      recipient: { by: 'code', texts: [codes[from]] },
      from,
      amount: parseAmount(10),
      reference: newReference('transfer'),
      confirmation: CONFIRMED,
    })
  const donate = () => wallet.ledger.post(donation, donationOrder(member, { amount: 130 }))
  const withdraw = (source: WithdrawalSource) => payouts.ask({ member, earned: false, approved: false, source })
  return { send, donate, withdraw }
}

test('what may have been paid since the backup can be spent only once the chain was read and the payment is booked', async () => {
  const { chain, payouts, wallet, member, available, send, donate, withdraw } = await restoredAfterPayment()
  const before = await available()
  const expectRefused = async () => {
    for (const order of [
      () => send('available'),
      () => send('impact'),
      donate,
      () => withdraw('available'),
      () => withdraw('impact'),
    ])
      await expect(order()).rejects.toMatchObject(BEING_RESTORED)
  }
  // As `restore` begins it.
  await wallet.owner.query(`select begin_recovery('Restored')`)
  await expectRefused()
  await look(payouts.context())
  // The payout worker has looked at the chain, and the scanner has not read it yet.
  await look(payouts.context())
  await expectRefused()

  await wallet.follow(chain.chain)
  await expectRefused()
  await look(payouts.context())
  expect(await available()).toBe(before - parseAmount(10))
  await send('available')
  await send('impact')
  await donate()
  await wallet.earn(member, 10)
  await withdraw('available')
  await wallet.verify()
})

test('a recovery that begins by itself, or starts over, refuses also what is decided ahead', async () => {
  const { chain, payouts, wallet, send } = await restoredAfterPayment()
  // Nobody has noticed that this database is older than the chain.
  for (let times = 0; times < 3; times += 1) await send('impact')
  expect((await look(payouts.context())).trouble).toContain('Recovery')
  await expect(send('impact')).rejects.toMatchObject(BEING_RESTORED)
  await wallet.follow(chain.chain)
  await look(payouts.context())
  await send('impact')
  await wallet.owner.query('update recovery set until_block = null where ended_at is null')
  await expect(send('impact')).rejects.toMatchObject(BEING_RESTORED)
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  await send('impact')
})

test('nor while a payment that the database has lost is on the chain and not final', async () => {
  const { chain, payouts, wallet, available, send } = await restoredAfterPayment({ isFinal: false })
  const before = await available()
  for (let looks = 0; looks < 3; looks += 1) {
    expect((await look(payouts.context())).trouble).toContain('Recovery')
    await wallet.follow(chain.chain)
  }
  await expect(send('available')).rejects.toMatchObject(BEING_RESTORED)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  await look(payouts.context())
  expect(await available()).toBe(before - parseAmount(10))
  await send('available')
  await wallet.verify()
})
