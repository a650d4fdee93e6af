import { WITHDRAWAL_MOVES, WITHDRAWAL_STATES } from '@trefoil/core/payouts/withdrawal-state'
import { encodeFunctionData } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import type { Chain } from '../chain/chain.ts'
import { mintCall } from '../chain/deploy.ts'
import { verifyInFull, verifyNews } from '../ledger/verify.ts'
import { shareTestChain, startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress } from '../testing/payouts.ts'
import { changeSwitches } from '../members/switches.ts'
import { claimPayouts } from './claim.ts'
import { cancelWithdrawal } from './decide.ts'
import { look } from './sender.ts'

const shared = await shareTestChain()

test('the database allows exactly core’s transitions', async () => {
  const { wallet } = await openPayouts(shared)
  const { rows } = await wallet.owner.query<{ was: string; becomes: string }>('select * from withdrawal_move')
  const allowed = rows.map(({ was, becomes }) => `${was} ${becomes}`)
  const ruled = WITHDRAWAL_STATES.flatMap((was) => WITHDRAWAL_MOVES[was].map((becomes) => `${was} ${becomes}`))
  expect(allowed.toSorted()).toEqual(ruled.toSorted())
})

describe('automatic payouts', () => {
  const saveAddress = (wallet: { owner: { query: (q: string, v: unknown[]) => Promise<unknown> } }, member: number) => {
    const to = randomAddress()
    const query = `update account set wallet_address = $2, wallet_address_since = now() - interval '25 hours' where id = $1`
    return wallet.owner.query(query, [member, to]).then(() => to)
  }

  test('pay up to $100 a day to an address saved a day ago; the rest waits for an operator', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const member = wallet.members[1]!
    const to = await saveAddress(wallet, member)
    const first = await payouts.ask({ whole: 60, approved: false, member, to })
    const second = await payouts.ask({ whole: 41, approved: false, member, to })
    const third = await payouts.ask({ whole: 40, approved: false, member, to })
    const elsewhere = await payouts.ask({ whole: 10, approved: false, member })
    await payouts.finish()
    const states = await Promise.all([first, second, third, elsewhere].map((one) => payouts.stateOf(one.reference)))
    expect(states).toEqual(['paid', 'requested', 'paid', 'requested'])
    expect(await shared.chain.balanceOf(to)).toBe(100n * UNIT)
    const { rows } = await wallet.owner.query(
      'select waits_for, look_at from withdrawal where ended_at is null order by id',
    )
    expect(rows).toEqual([
      { waits_for: 'daily_limit', look_at: null },
      { waits_for: 'address_not_saved', look_at: null },
    ])
    await wallet.verify()
  })

  test('wait during a security hold, even when approved, and stop for a freeze', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const [held, frozen, young] = wallet.members as [number, number, number]
    await wallet.owner.query(`update account set withdrawals_held_until = now() + interval '1 day' where id = $1`, [
      held,
    ])
    const delayed = await payouts.ask({ member: held })
    const stopped = await payouts.ask({ member: frozen })
    await wallet.owner.query('update member_balance set frozen = true where member_id = $1', [frozen])
    const to = randomAddress()
    await wallet.owner.query(`update account set wallet_address = $2, wallet_address_since = now() where id = $1`, [
      young,
      to,
    ])
    const early = await payouts.ask({ member: young, approved: false, to })
    await payouts.finish()
    const { rows } = await wallet.owner.query('select waits_for, look_at > now() as later from withdrawal order by id')
    expect(rows).toEqual([
      { waits_for: 'security_hold', later: true },
      { waits_for: 'frozen', later: null },
      { waits_for: 'new_address', later: true },
    ])
    await wallet.owner.query(`update account set withdrawals_held_until = null where id = $1`, [held])
    await wallet.owner.query(`update account set wallet_address_since = now() - interval '25 hours' where id = $1`, [
      young,
    ])
    await wallet.owner.query(`update withdrawal set look_at = now() where look_at is not null`)
    await payouts.finish()
    const states = await Promise.all([delayed, stopped, early].map((one) => payouts.stateOf(one.reference)))
    expect(states).toEqual(['paid', 'approved', 'paid'])
    await wallet.verify()
  })
})

describe('decisions', () => {
  test('cancelled while it is pending, once; never after it was claimed', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const context = { ...wallet, chain: shared.chain }
    const { reference, member } = await payouts.ask({ approved: false })
    const cancels = await Promise.allSettled(
      Array.from({ length: 10 }, () => cancelWithdrawal(context, member, reference)),
    )
    expect(cancels.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    await expect(cancelWithdrawal(context, wallet.members[1]!, reference)).rejects.toMatchObject({ code: 'not_found' })
    const claimed = await payouts.ask()
    await look(payouts.context())
    await expect(cancelWithdrawal(context, member, claimed.reference)).rejects.toMatchObject({ code: 'wrong_state' })
    await payouts.finish()
    expect(await payouts.stateOf(claimed.reference)).toBe('paid')
    await wallet.verify()
  })

  test('cancelled and claimed at the same moment: one of the two', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const context = { ...wallet, chain: shared.chain }
    for (let round = 0; round < 10; round += 1) {
      const { reference, member, to } = await payouts.ask()
      const [cancelled] = await Promise.allSettled([
        cancelWithdrawal(context, member, reference),
        look(payouts.context()),
      ])
      await payouts.finish()
      const isCancelled = cancelled.status === 'fulfilled'
      expect(await payouts.stateOf(reference)).toBe(isCancelled ? 'cancelled' : 'paid')
      expect(await shared.chain.balanceOf(to)).toBe(isCancelled ? 0n : 10n * UNIT)
    }
    await wallet.verify()
  })

  test('refused by an operator: the member gets the money back, and reads why', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const { reference } = await payouts.ask({ approved: false })
    await payouts.refuse(reference, 'not you')
    expect(await payouts.stateOf(reference)).toBe('refused')
    await wallet.verify()
  })
})

describe('on a bad day', () => {
  test('stuck: the same nonce with a higher fee, stored first, and paid once', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference, to } = await payouts.ask()
    chain.hold(true)
    const impatient = { ...payouts.context(), pace: { stuckMs: 0, resendMs: 60_000 } }
    for (let looks = 0; looks < 4; looks += 1) await look(impatient)
    const { rows } = await payouts.wallet.owner.query(
      'select nonce, max_fee, priority_fee from sending_attempt order by max_fee',
    )
    expect(rows.length).toBe(3)
    expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(1)
    for (const [index, { max_fee: fee, priority_fee: tip }] of rows.slice(1).entries()) {
      expect(BigInt(fee) * 8n).toBeGreaterThanOrEqual(BigInt(rows[index].max_fee) * 9n)
      expect(BigInt(tip) * 8n).toBeGreaterThanOrEqual(BigInt(rows[index].priority_fee) * 9n)
    }
    chain.hold(false)
    await payouts.finish()
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
    await payouts.wallet.verify()
  })

  test('reorganised before it is final: it is sent again, and paid once', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference, to } = await payouts.ask()
    await look(payouts.context())
    await look(payouts.context())
    expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
    await look(payouts.context())
    expect(await payouts.stateOf(reference)).toBe('claimed')
    await chain.reorganise({ depth: 1 })
    expect(await chain.chain.balanceOf(to)).toBe(0n)
    await payouts.finish()
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
    await payouts.wallet.verify()
  })

  test('the vault is paused between the claim and the sending: reverted, tried again, then an operator decides', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { wallet } = payouts
    const call = (functionName: 'pause' | 'unpause') =>
      chain.owner.send({ to: chain.chain.vault, data: encodeFunctionData({ abi: vaultContract.abi, functionName }) })
    const { reference, to } = await payouts.ask()
    await look(payouts.context())
    await call('pause')
    await look(payouts.context())
    await chain.mine(3)
    // The revert is final. While the vault is paused, nothing is retried.
    expect(await look(payouts.context())).toMatchObject({ trouble: 'The vault is paused' })
    expect(await payouts.stateOf(reference)).toBe('claimed')
    await call('unpause')
    await payouts.finish()
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
    const { rows } = await wallet.owner.query('select generation, state from sending order by nonce')
    expect(rows).toEqual([
      { generation: 1, state: 'reverted' },
      { generation: 2, state: 'done' },
    ])
    await wallet.verify()
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

  test('a chain that holds less than is owed pays nobody', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference } = await payouts.ask()
    await payouts.wallet.earn(payouts.wallet.members[1]!, 2_000_000)
    expect(await payouts.finish()).toMatchObject({ trouble: expect.stringContaining('operations are owed') as string })
    expect(await payouts.stateOf(reference)).toBe('approved')
  })

  test('a nonce used by somebody else stops the signer, and nothing is sent again', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference, to } = await payouts.ask()
    await look(payouts.context())
    // Claimed. Before it is sent, somebody else uses the key.
    await useSignerElsewhere(chain.chain)
    await chain.mine(3)
    const refusals: string[] = []
    for (let looks = 0; looks < 3; looks += 1) {
      await look(payouts.context()).catch((error: Error) => refusals.push(error.message))
      await chain.mine(3)
    }
    expect(refusals.at(-1)).toContain('not ours')
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['claimed', 0n])
    await expect(look(payouts.context())).rejects.toThrow('not ours')
  })

  test('a restored database pays nothing twice: the chain knows more than it does, and the signer stops', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference, to } = await payouts.ask()
    await payouts.finish()
    const { owner } = payouts.wallet
    // As after a restore from before the payout.
    await owner.query(`alter table withdrawal disable trigger all; delete from sending_attempt; delete from sending;
      update signer set next_nonce = first_nonce; alter table withdrawal enable trigger all`)
    const again = await payouts.ask()
    await expect(look(payouts.context())).rejects.toThrow('we sent')
    expect(await payouts.stateOf(again.reference)).toBe('approved')
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
  })

  test('a withdrawal approved after payouts were paused is not claimed, even by a look that began earlier', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const { reference } = await payouts.ask()
    const pause = (why: string | null) =>
      wallet.db.transaction().execute((tx) => changeSwitches(tx, { payoutsPausedWhy: why }))
    await pause('The key may be known')
    // The second half of a look that found the gate open.
    expect(await claimPayouts(payouts.context(), 48)).toMatchObject({ claimed: 0 })
    expect(await payouts.stateOf(reference)).toBe('approved')
    await pause(null)
    await payouts.finish()
    expect(await payouts.stateOf(reference)).toBe('paid')
  })

  test('a violated invariant stops payouts, whether the check every minute finds it or the nightly one', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const { reference, member } = await payouts.ask()
    const paused = { trouble: expect.stringContaining('invariant') as string }
    const corrupt = (column: string, by: number) =>
      wallet.owner.query(`update member_balance set ${column} = ${column} + $1 where member_id = $2`, [by, member])
    await corrupt('held', 1)
    await verifyNews(wallet.db)
    expect(await look(payouts.context())).toMatchObject(paused)
    await corrupt('held', -1)
    await corrupt('total_earned', 1)
    await verifyNews(wallet.db)
    await verifyInFull(wallet.db)
    expect(await look(payouts.context())).toMatchObject(paused)
    // The quick check does not lift it. Only the next full check does.
    await corrupt('total_earned', -1)
    await verifyNews(wallet.db)
    expect(await look(payouts.context())).toMatchObject(paused)
    expect(await payouts.stateOf(reference)).toBe('approved')
    await verifyInFull(wallet.db)
    await payouts.finish()
    expect(await payouts.stateOf(reference)).toBe('paid')
  })

  test.each([
    ['was never checked', `delete from installation where key = 'checked'`],
    [
      'was not checked for five minutes',
      `update installation set value = value || jsonb_build_object('checked_at', now() - interval '6 minutes')
        where key = 'checked'`,
    ],
  ])('nothing is paid while the ledger %s', async (_, silence) => {
    const payouts = await openPayouts(shared)
    const { reference } = await payouts.ask()
    await payouts.wallet.owner.query(silence)
    expect(await look(payouts.context())).toMatchObject({ trouble: expect.stringContaining('not checked') as string })
    expect(await payouts.stateOf(reference)).toBe('approved')
    await verifyNews(payouts.wallet.db)
    await payouts.finish()
    expect(await payouts.stateOf(reference)).toBe('paid')
  })
})

test('deposits are swept to the treasury, many at once', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  for (const member of wallet.members.slice(0, 3))
    await chain.pay(await wallet.addressOf(chain.chain, member), 5n * UNIT)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  const eager = { ...payouts.context(), sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 0 } }
  for (let looks = 0; looks < 4; looks += 1) {
    await look(eager)
    await chain.mine(3)
  }
  expect(await chain.chain.balanceOf(chain.chain.treasury)).toBe(15n * UNIT)
  const { rows } = await wallet.owner.query(`select kind, state from sending`)
  expect(rows).toEqual([{ kind: 'sweep', state: 'done' }])
  await wallet.follow(chain.chain)
  const { rows: unmatched } = await wallet.owner.query('select kind from unmatched_transfer')
  expect(unmatched).toEqual([])
  await wallet.verify()
})

async function useSignerElsewhere(chain: Chain): Promise<void> {
  const call = { to: randomAddress(), data: '0x' as const }
  const { raw } = await chain.sign({
    call,
    nonce: await chain.nonceAt('latest'),
    gas: 100_000n,
    fees: await chain.fees(),
  })
  await chain.broadcast(raw)
}
