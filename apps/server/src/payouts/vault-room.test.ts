import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { describe, expect, test } from 'vitest'
import type { TestChain } from '../testing/chain.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { callData } from '../chain/call-data.ts'
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

test('an empty vault: payouts wait for a refill, and health says so', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  await chain.owner.send({ to: chain.chain.token, data: mintCall(chain.chain.treasury, 2_000_000n * UNIT) })
  await chain.mine(3)
  await payouts.wallet.follow(chain.chain)
  const { reference } = await payouts.ask({ whole: 2_000_000 })
  expect(await payouts.finish()).toMatchObject({ trouble: expect.stringContaining('refill it') as string })
  expect(await payouts.stateOf(reference)).toBe('approved')
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

describe('claimed, and reverted because the float went elsewhere', () => {
  /** $50 that the chain has turned down, and $20 of the same member behind them, over a float of $30. */
  async function revertedOne() {
    const chain = await startTestChain({ limits: { perPayment: 100n * UNIT, perDay: 1000n * UNIT } })
    await leaveInVault(chain, 100n)
    const payouts = await openPayouts(chain)
    const larger = await payouts.ask({ whole: 50 })
    await look(payouts.context())
    await leaveInVault(chain, 30n)
    const next = await payouts.ask({ whole: 20 })
    const seen = await payouts.finish()
    const states = () => Promise.all([larger, next].map(({ reference }) => payouts.stateOf(reference)))
    expect([seen.trouble, await states()]).toEqual([
      'The vault does not cover a withdrawal of $50.00000: refill it',
      ['claimed', 'approved'],
    ])
    return { chain, payouts, states }
  }

  test('it keeps its number, and only its own member waits with it for the refill', async () => {
    const { chain, payouts, states } = await revertedOne()
    const other = await payouts.ask({ whole: 10, member: payouts.wallet.members[1]! })
    await payouts.finish()
    expect([await payouts.stateOf(other.reference), await states()]).toEqual(['paid', ['claimed', 'approved']])
    await chain.owner.send({ to: chain.chain.token, data: mintCall(chain.chain.vault, 100n * UNIT) })
    expect((await payouts.finish()).trouble).toBeUndefined()
    const { rows } = await payouts.wallet.owner.query('select state, payout_number from withdrawal order by id')
    expect(rows).toEqual([1, 2, 1].map((payout_number) => ({ state: 'paid', payout_number })))
    await payouts.wallet.verify()
  })

  test('once no payment may be that large an operator decides, and nobody is asked for a refill', async () => {
    const { chain, payouts, states } = await revertedOne()
    await setLimits(chain, { perPayment: 40n, perDay: 1000n })
    await payouts.wallet.owner.query(`update withdrawal set look_at = now() where waits_for = 'float'`)
    expect((await payouts.finish()).trouble).toBeUndefined()
    expect(await states()).toEqual(['failed', 'paid'])
  })
})

test('what the vault covers again waits for its member’s payment before it, and no longer for a refill', async () => {
  const chain = await startTestChain()
  await leaveInVault(chain, 100n)
  const payouts = await openPayouts(chain)
  const large = await payouts.ask({ whole: 200 })
  await look(payouts.context())
  await payouts.ask({ whole: 10 })
  expect((await look(payouts.context())).trouble).toContain('refill it')
  await chain.owner.send({ to: chain.chain.token, data: mintCall(chain.chain.vault, 1000n * UNIT) })
  await look(payouts.context())
  expect([(await look(payouts.context())).trouble, await payouts.stateOf(large.reference)]).toEqual([
    undefined,
    'approved',
  ])
  await payouts.finish()
  expect(await payouts.stateOf(large.reference)).toBe('paid')
})

test('a vault from before there were limits pays as before', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const old = { ...chain.chain, vaultLimits: async () => null }
  const asked = await payouts.ask({ whole: 20_000 })
  expect((await payouts.finish(old)).trouble).toBeUndefined()
  expect(await payouts.stateOf(asked.reference)).toBe('paid')
})

const waitingFor = async ({ wallet }: Payouts) =>
  (
    await wallet.owner.query(`
      select waits_for, look_at > now() as later, count(*)::int from withdrawal where ended_at is null group by 1, 2`)
  ).rows

async function leaveInVault({ chain, owner, mine }: TestChain, whole: bigint): Promise<void> {
  const back = (await chain.balanceOf(chain.vault)) - whole * UNIT
  const data = callData(vaultContract.abi, 'withdraw', [chain.token, chain.treasury, back])
  await owner.send({ to: chain.vault, data })
  await mine(3)
}

async function setLimits({ chain, owner }: TestChain, whole: { perPayment: bigint; perDay: bigint }): Promise<void> {
  const limits = { perPayment: whole.perPayment * UNIT, perDay: whole.perDay * UNIT }
  const data = callData(vaultContract.abi, 'setLimits', [limits])
  await owner.send({ to: chain.vault, data })
}
