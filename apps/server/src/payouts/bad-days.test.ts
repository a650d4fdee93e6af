import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { describe, expect, test } from 'vitest'
import { callData } from '../chain/call-data.ts'
import { startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { dropped, refused, startRpcProxy } from '../testing/rpc-proxy.ts'
import { findShortfall } from './assets.ts'
import { look } from './sender.ts'

const impatient = { stuckMs: 0, resendMs: 0 }

const attemptsOf = async ({ wallet }: Payouts) =>
  (await wallet.owner.query<{ count: number }>('select count(*)::int as count from sending_attempt')).rows[0]!.count

async function expectPaid(payouts: Payouts, { reference, to }: { reference: string; to: `0x${string}` }) {
  expect([await payouts.stateOf(reference), await payouts.chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
  await payouts.wallet.verify()
}

const callVault = (chain: TestChain, name: 'pause' | 'unpause') =>
  chain.owner.send({ to: chain.chain.vault, data: callData(vaultContract.abi, name) })

describe('the fee', () => {
  test.each([
    ['coins are short', refused('insufficient funds for gas * price + value')],
    ['nobody answers', dropped],
  ])('is not raised because %s: health says so, and the same transaction is sent again', async (_, fault) => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const asked = await payouts.ask()
    const proxy = await startRpcProxy(chain.url)
    const view = chain.view([proxy.url])
    await look(payouts.context(view))
    proxy.fail('eth_sendRawTransaction', fault)
    const sent = () => proxy.calls.filter(({ method }) => method === 'eth_sendRawTransaction').length
    const inNeed = { trouble: expect.stringContaining('could not be sent') as string }
    for (let looks = 0; looks < 4; looks += 1)
      expect(await look({ ...payouts.context(view), pace: impatient })).toMatchObject(inNeed)
    expect([await attemptsOf(payouts), sent()]).toEqual([1, 4])
    // Even before it is due: nothing else is sent while it waits.
    const later = await payouts.ask()
    const patient = { ...payouts.context(view), pace: { stuckMs: 0, resendMs: 60_000 } }
    expect(await look(patient)).toMatchObject(inNeed)
    expect([sent(), await payouts.stateOf(later.reference)]).toEqual([4, 'approved'])
    proxy.heal()
    await payouts.finish(view)
    await expectPaid(payouts, asked)
  })

  test('at its limit: the newest attempt is sent again, and included when fees fall', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const asked = await payouts.ask()
    const proxy = await startRpcProxy(chain.url)
    // Enough for the first offer and one raise.
    const { maxFee } = await chain.chain.fees()
    const view = chain.view([proxy.url], { maxFeeWei: (maxFee * 5n) / 4n })
    await look(payouts.context(view))
    chain.hold(true)
    const looks = []
    for (let count = 0; count < 6; count += 1) looks.push(await look({ ...payouts.context(view), pace: impatient }))
    expect(looks.at(-1)).toMatchObject({ trouble: expect.stringContaining('waits for a cheaper chain') as string })
    expect(await attemptsOf(payouts)).toBe(2)
    expect(proxy.calls.filter(({ method }) => method === 'eth_sendRawTransaction').length).toBe(6)
    chain.hold(false)
    await chain.mine()
    await payouts.finish(view)
    await expectPaid(payouts, asked)
  })
})

test('a transaction that vanished is sent again, although the database’s clock was set back since it was sent', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  const context = { ...payouts.context(), pace: { stuckMs: 60_000, resendMs: 10_000 } }
  await look(context)
  await look(context)
  await chain.reorganise({ depth: 1 })
  await payouts.wallet.owner.query(`update sending_attempt
    set sent_at = now() + interval '3 days', taken_at = now() + interval '3 days'`)
  await look(context)
  await payouts.finish()
  await expectPaid(payouts, asked)
})

describe('frozen or held', () => {
  test.each([
    ['frozen', 'update member_balance set frozen = true', 'update member_balance set frozen = false'],
    [
      'security_hold',
      `update account set security_hold_until = now() + interval '1 day'`,
      'update account set security_hold_until = null',
    ],
  ])('after the chain rejected the payment: not retried while %s', async (reason, begin, end) => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { owner } = payouts.wallet
    const asked = await payouts.ask()
    await look(payouts.context())
    await callVault(chain, 'pause')
    await look(payouts.context())
    await chain.mine(3)
    await owner.query(begin)
    await callVault(chain, 'unpause')
    await payouts.finish()
    const { rows } = await owner.query('select state, waits_for from withdrawal')
    expect(rows).toEqual([{ state: 'claimed', waits_for: reason }])
    expect(await chain.chain.balanceOf(asked.to)).toBe(0n)
    await owner.query(end)
    // What unfreezing does, and what the passing of time does.
    await owner.query('update withdrawal set look_at = now()')
    await payouts.finish()
    await expectPaid(payouts, asked)
  })

  test.each([
    ['freeze', 'update member_balance set frozen = true', 'frozen'],
    ['hold', `update account set security_hold_until = now() + interval '1 day'`, 'security_hold'],
  ])('a concurrent, uncommitted %s counts: nothing is claimed', async (_, begin, reason) => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference } = await payouts.ask()
    const operator = await payouts.wallet.owner.connect()
    await operator.query('begin')
    await operator.query(begin)
    await look(payouts.context())
    expect(await payouts.stateOf(reference)).toBe('approved')
    await operator.query('commit')
    operator.release()
    await payouts.finish()
    const { rows } = await payouts.wallet.owner.query('select state, waits_for from withdrawal')
    expect(rows).toEqual([{ state: 'approved', waits_for: reason }])
  })
})

test('the vault is paused between the claim and the sending: reverted, tried again, then an operator decides', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { reference, to } = await payouts.ask()
  await look(payouts.context())
  await callVault(chain, 'pause')
  await look(payouts.context())
  await chain.mine(3)
  // The revert is final. While the vault is paused, nothing is retried.
  expect(await look(payouts.context())).toMatchObject({ trouble: 'The vault is paused' })
  expect(await payouts.stateOf(reference)).toBe('claimed')
  await callVault(chain, 'unpause')
  await payouts.finish()
  expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
  const { rows } = await wallet.owner.query('select generation, state from sending order by nonce')
  expect(rows).toEqual([
    { generation: 1, state: 'reverted' },
    { generation: 2, state: 'done' },
  ])
  await wallet.verify()
})

test('a payment that the vault rejects is retried with growing pauses; then an operator can allow one more try', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const asked = await payouts.ask()
  const proxy = await startRpcProxy(chain.url)
  const view = chain.view([proxy.url])
  proxy.fail('eth_estimateGas', refused('execution reverted', 3))
  const pauses: (number | null)[] = []
  for (let looks = 0; looks < 4; looks += 1) {
    await look(payouts.context(view))
    const { rows } = await wallet.owner.query<{ waits_for: string; minutes: number | null }>(
      'select waits_for, round(extract(epoch from look_at - now()) / 60)::int as minutes from withdrawal',
    )
    expect(rows[0]!.waits_for).toBe('vault_refuses')
    pauses.push(rows[0]!.minutes)
    await wallet.owner.query('update withdrawal set look_at = now() where look_at is not null')
  }
  expect(pauses).toEqual([1, 10, 60, null])
  const mails = await wallet.owner.query(
    `select name from mail_outbox join account on account.id = account_id
      where facts ->> 'waits_for' = 'vault_refuses' order by name`,
  )
  expect(mails.rows).toEqual([{ name: 'Olga Operator' }, { name: 'Oscar Operator' }])
  proxy.heal()
  await payouts.finish(view)
  expect(await payouts.stateOf(asked.reference)).toBe('approved')
  await payouts.approve(asked.reference, view)
  await payouts.finish(view)
  await expectPaid(payouts, asked)
})

test('a swept deposit is counted once: at its address, or in the treasury', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const [member, other] = wallet.members as [number, number]
  for (const one of [member, other]) await chain.pay(await wallet.addressOf(chain.chain, one), 1000n * UNIT)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  const { rows } = await wallet.owner.query(
    `select -sum(balance) as owed from system_account where account in ('chain', 'dust')`,
  )
  // To members, causes and operations together: $500 more than the vault and both deposits hold.
  await wallet.earn(member, 1_000_000 + 2000 + 500 - Number(BigInt(rows[0].owed) / 100_000n))
  const context = { db: wallet.db, chain: chain.chain }
  const short = expect.stringContaining('but members, causes and operations are owed') as string
  expect(await findShortfall(context)).toEqual(short)
  // By a stranger: anybody may sweep.
  const { index } = (await wallet.owner.query('select index from deposit_address where member_id = $1', [other]))
    .rows[0]
  await chain.owner.send(chain.chain.sweepCall([index]))
  const eager = { ...payouts.context(), sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 0 } }
  for (const step of ['claimed', 'mined']) {
    await look(eager)
    expect(await findShortfall(context), step).toEqual(short)
    await wallet.follow(chain.chain)
    expect(await findShortfall(context), step).toEqual(short)
  }
  await chain.mine(3)
  await wallet.follow(chain.chain)
  expect(await findShortfall(context), 'final, and not known to be').toEqual(short)
  await look(eager)
  expect(await findShortfall(context), 'ended').toEqual(short)
  // With the missing money in place, nothing else is short.
  await chain.pay(chain.chain.treasury, 501n * UNIT)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  expect(await findShortfall(context)).toBeUndefined()
})
