import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { encodeFunctionData } from 'viem/utils'
import { expect, test } from 'vitest'
import type { TestChain } from '../testing/chain.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { mintCall } from '../chain/deploy.ts'
import { look } from './sender.ts'

const OPEN_MAX = 48

test('withdrawals above the float step aside for smaller ones, and leave once it is filled up', async () => {
  const chain = await startTestChain()
  await leaveInVault(chain, 100n)
  const payouts = await openPayouts(chain)
  const { members } = payouts.wallet
  const large: string[] = []
  for (let count = 0; count < OPEN_MAX; count += 1)
    large.push((await payouts.ask({ whole: 200, member: members[count % members.length]! })).reference)
  const small = await payouts.ask({ whole: 10 })
  const seen = await payouts.finish()
  expect(seen.trouble).toBe('The vault does not cover 48 withdrawals of $9600.00000: refill it')
  expect([await payouts.stateOf(small.reference), await payouts.stateOf(large[0]!)]).toEqual(['paid', 'approved'])
  expect(await waitingFor(payouts)).toEqual([{ waits_for: 'float', later: true, count: OPEN_MAX }])

  await chain.owner.send({ to: chain.chain.token, data: mintCall(chain.chain.vault, 1000n * UNIT) })
  await payouts.finish()
  // $1,090 are there: five are paid, and the rest does not cover a sixth.
  expect(await waitingFor(payouts)).toEqual([{ waits_for: 'float', later: true, count: OPEN_MAX - 5 }])
  await payouts.wallet.verify()
})

test('above the limit of a payment an operator is asked, above that of the day it waits for tomorrow', async () => {
  const chain = await startTestChain({ limits: { perPayment: 100n * UNIT, perDay: 150n * UNIT } })
  const payouts = await openPayouts(chain)
  const [first, second, third] = payouts.wallet.members as [number, number, number]
  const above = await payouts.ask({ whole: 101, member: first })
  const today = await payouts.ask({ whole: 100, member: second })
  const tomorrow = await payouts.ask({ whole: 51, member: third })
  const rest = await payouts.ask({ whole: 50, member: first })
  expect((await payouts.finish()).trouble).toBeUndefined()
  const states = async () =>
    Promise.all([above, today, tomorrow, rest].map(({ reference }) => payouts.stateOf(reference)))
  expect(await states()).toEqual(['approved', 'paid', 'approved', 'paid'])
  const { rows } = await payouts.wallet.owner.query(
    `select waits_for, look_at = (date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc' as midnight
      from withdrawal where ended_at is null order by id`,
  )
  expect(rows).toEqual([
    { waits_for: 'vault_payment_limit', midnight: null },
    { waits_for: 'vault_day_limit', midnight: true },
  ])
  const { rows: mails } = await payouts.wallet.owner.query(
    `select distinct facts ->> 'reference' as reference from mail_outbox
      where kind = 'withdrawal waits' and facts ->> 'waits_for' like 'vault%'`,
  )
  expect(mails).toEqual([{ reference: above.reference }])

  // The owner raises the limits: today's leaves by itself, the other once an operator has seen it again.
  await setLimits(chain, { perPayment: 200n, perDay: 1000n })
  await payouts.finish()
  expect(await states()).toEqual(['approved', 'paid', 'paid', 'paid'])
  await payouts.approve(above.reference)
  await payouts.finish()
  expect(await states()).toEqual(['paid', 'paid', 'paid', 'paid'])
  await payouts.wallet.verify()
})

test('a limit that was lowered after the claim: the chain turns it down, and an operator decides', async () => {
  const chain = await startTestChain({ limits: { perPayment: 100n * UNIT, perDay: 1000n * UNIT } })
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask({ whole: 100 })
  await look(payouts.context())
  await setLimits(chain, { perPayment: 50n, perDay: 1000n })
  await payouts.finish()
  expect(await payouts.stateOf(asked.reference)).toBe('failed')
  expect(await chain.chain.balanceOf(asked.to)).toBe(0n)
})

const waitingFor = async ({ wallet }: Payouts) =>
  (
    await wallet.owner.query(`
      select waits_for, look_at > now() as later, count(*)::int from withdrawal where ended_at is null group by 1, 2`)
  ).rows

async function leaveInVault({ chain, owner, mine }: TestChain, whole: bigint): Promise<void> {
  const back = (await chain.balanceOf(chain.vault)) - whole * UNIT
  const args = [chain.token, chain.treasury, back] as const
  const data = encodeFunctionData({ abi: vaultContract.abi, functionName: 'withdraw', args })
  await owner.send({ to: chain.vault, data })
  await mine(3)
}

async function setLimits({ chain, owner }: TestChain, whole: { perPayment: bigint; perDay: bigint }): Promise<void> {
  const limits = { perPayment: whole.perPayment * UNIT, perDay: whole.perDay * UNIT }
  const data = encodeFunctionData({ abi: vaultContract.abi, functionName: 'setLimits', args: [limits] })
  await owner.send({ to: chain.vault, data })
}
