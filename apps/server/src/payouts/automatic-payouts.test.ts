import { describe, expect, test } from 'vitest'
import { markEmailVerified } from '../members/verified-email.ts'
import { shareTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress } from '../testing/payouts.ts'

const shared = await shareTestChain()

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
    await wallet.owner.query(`update account set security_hold_until = now() + interval '1 day' where id = $1`, [held])
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
    await wallet.owner.query(`update account set security_hold_until = null where id = $1`, [held])
    await wallet.owner.query(`update account set wallet_address_since = now() - interval '25 hours' where id = $1`, [
      young,
    ])
    await wallet.owner.query(`update withdrawal set look_at = now() where look_at is not null`)
    await payouts.finish()
    const states = await Promise.all([delayed, stopped, early].map((one) => payouts.stateOf(one.reference)))
    expect(states).toEqual(['paid', 'approved', 'paid'])
    await wallet.verify()
  })

  test('wait while the e-mail address is not verified, unless an operator approves, and leave once it is', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const [unverified, approved, grace] = wallet.members as [number, number, number]
    const to = randomAddress()
    await wallet.owner.query(
      `update account set email_verified_at = null, wallet_address = $1, wallet_address_since = now() - interval '25 hours'`,
      [to],
    )
    await wallet.owner.query(`update account set email_grace_until = now() + interval '1 day' where id = $1`, [grace])
    const asked = await payouts.ask({ member: unverified, approved: false, to })
    const byHand = await payouts.ask({ member: approved })
    const inGrace = await payouts.ask({ member: grace, approved: false, to })
    await payouts.finish()
    const states = () => Promise.all([asked, byHand, inGrace].map((one) => payouts.stateOf(one.reference)))
    expect(await states()).toEqual(['requested', 'paid', 'paid'])
    const { rows } = await wallet.owner.query('select waits_for, look_at from withdrawal where ended_at is null')
    expect(rows).toEqual([{ waits_for: 'email_unverified', look_at: null }])
    await wallet.db.transaction().execute((tx) => markEmailVerified(tx, unverified))
    await payouts.finish()
    expect(await states()).toEqual(['paid', 'paid', 'paid'])
    await wallet.verify()
  })
})
