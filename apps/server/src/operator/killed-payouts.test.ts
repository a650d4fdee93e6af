import { expect, test } from 'vitest'
import { look } from '../payouts/sender.ts'
import { depositArrives } from '../testing/arrivals.ts'
import { openCause } from '../testing/cause-payouts.ts'
import { shareTestChain, UNIT } from '../testing/chain.ts'
import { isLong } from '../testing/long-form.ts'
import { mortal, PAYOUT_KILL_POINTS, type KillPoint } from '../testing/mortal.ts'
import { openPayouts, payUntilKilled, randomAddress, type Payouts } from '../testing/payouts.ts'
import { offerReturns } from '../testing/returns.ts'

// Withdrawals of earnings are killed in payouts/killed.test.ts.

const chain = await shareTestChain()
const DOLLARS = 10

/** Where it goes, and how to have another $10 leave. `account`: what it leaves, by name and owner. */
type Leaving = { to: `0x${string}`; leave: () => Promise<unknown>; account: readonly [name: string, owner: number] }

const KINDS: Record<string, (payouts: Payouts) => Promise<Leaving>> = {
  'a payout to a cause': async (payouts) => {
    const { address, payOut } = await openCause(payouts)
    return { to: address, leave: () => payOut(DOLLARS), account: ['cause', -1] }
  },
  'a payout of operations': async (payouts) => {
    const { payOut } = await openCause(payouts, 3000)
    const to = randomAddress()
    return { to, leave: () => payOut(DOLLARS, null, to), account: ['operations', 0] }
  },
  'the return of a deposit': async (payouts) => {
    const { wallet } = payouts
    const member = wallet.members[1]!
    await offerReturns(wallet.owner)
    await depositArrives(wallet.ledger, member, 500)
    const to = randomAddress()
    const leave = () => payouts.ask({ member, source: 'impact', whole: DOLLARS, to })
    return { to, leave, account: ['impact', member] }
  },
}

type Attack = (payouts: Payouts, kill: KillPoint) => Promise<void>

const cutOff: Attack = async (payouts, kill) => {
  const die = () => Promise.reject(new Error('cut off'))
  const whole = payouts.context()
  const cut = { ...whole, chain: mortal(whole.chain, kill, die), ledger: mortal(whole.ledger, kill, die) }
  for (let looks = 0; looks < 20; looks += 1) {
    const end = await look(cut).catch((error: Error) => error.message)
    await chain.mine(2)
    if (end === 'cut off') return
  }
  throw new Error('The kill point was never reached')
}

const killProcess: Attack = async (payouts, kill) =>
  expect(await payUntilKilled(payouts, { rpcUrl: chain.url, kill })).toBe('SIGKILL')

/** All kinds leave by the same sender. */
const CUT_OFF = isLong
  ? Object.keys(PAYOUT_KILL_POINTS)
  : ['claimed, not signed', 'stored, not sent', 'sent, not noted', 'final, not booked', 'booked, not known to be']

test.each(Object.keys(KINDS))('cut off at any point, %s is paid once and none is lost', (kind) =>
  expectPaidOnce(kind, CUT_OFF, cutOff),
)

test.runIf(isLong).each(Object.keys(KINDS))('killed at any point, %s is paid once', { timeout: 300_000 }, (kind) =>
  expectPaidOnce(kind, Object.keys(PAYOUT_KILL_POINTS), killProcess),
)

async function expectPaidOnce(kind: string, points: readonly string[], attack: Attack): Promise<void> {
  const payouts = await openPayouts(chain)
  const { to, leave, account } = await KINDS[kind]!(payouts)
  const before = await balanceOf(payouts, account)
  let paid = 0
  for (const point of points) {
    await leave()
    await attack(payouts, PAYOUT_KILL_POINTS[point]!)
    await payouts.finish()
    paid += 1
    expect(await newest(payouts), point).toMatchObject({ state: 'paid', number: paid })
    expect(await chain.chain.balanceOf(to), point).toBe(BigInt(paid * DOLLARS) * UNIT)
  }
  expect(await balanceOf(payouts, account)).toBe(before - paid * DOLLARS)
  expect(await balanceOf(payouts, ['held', account[1]])).toBe(0)
  await payouts.wallet.verify()
}

async function newest({ wallet }: Payouts) {
  const { rows } = await wallet.owner.query(
    'select state, payout_number as number from withdrawal order by id desc limit 1',
  )
  return rows[0]
}

/** By its last entry: the same for members and the system. */
async function balanceOf({ wallet }: Payouts, [name, owner]: Leaving['account']): Promise<number> {
  const { rows } = await wallet.owner.query(
    `select balance_after::float8 / 100000 as dollars from entry where account::text = $1 and member_id = $2
     order by journal_id desc, sequence desc limit 1`,
    [name, owner],
  )
  return rows[0]?.dollars ?? 0
}
