import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Address, Chain } from '../chain/chain.ts'
import { openLeases } from '../db/lease.ts'
import { reportWorkerStatus } from '../db/worker-status.ts'
import { UNIT } from '../testing/chain.ts'
import { depositContext, depositScene } from '../testing/deposit-scene.ts'
import { keepCopy } from '../testing/rewind.ts'
import { dollars, type TestWallet } from '../testing/wallet.ts'
import { readTimeline, wasAway } from './pre-issue-addresses.ts'
import { startScanner } from './scanner.ts'

test('after a restore, deposits to addresses issued since the backup are credited', async () => {
  const { wallet, chain, member, address } = await depositScene()
  const fresh = wallet.members[1]!
  const expire = () => wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
  const restore = await keepCopy(wallet.owner)
  const paid: Address[] = []
  const timeline = await readTimeline(wallet.db)
  for (let round = 0; round < 3; round += 1) {
    await reportWorkerStatus(wallet.db, 'scanner', { figures: { timeline } })
    for (const one of [member, fresh]) {
      const issued = await wallet.addressOf(chain.chain, one)
      await chain.pay(issued, 5n * UNIT)
      paid.push(issued)
    }
    await wallet.follow(chain.chain)
    await expire()
  }
  expect([new Set(paid).size, paid[0], await wasAway(wallet.db, timeline)]).toEqual([6, address, false])
  await chain.mine(3)
  await restore()

  const scanner = await scanning(wallet, chain.chain)
  const received = () => Promise.all([member, fresh].map((one) => wallet.receivedBy(one)))
  await expect.poll(received, { timeout: 90_000 }).toEqual([dollars(15), dollars(15)])
  await scanner.stop()
  expect(await received()).toEqual([dollars(15), dollars(15)])
  // A used address is never issued again.
  await expire()
  for (const one of [member, fresh]) expect(paid).not.toContain(await wallet.addressOf(chain.chain, one))
  await wallet.verify()
})

test('after a restore, a deposit is credited although the chain dropped the one before it', async () => {
  const { wallet, chain, member, address } = await depositScene({ finalityDepth: 8 })
  const restore = await keepCopy(wallet.owner)
  let last = address
  for (let round = 0; round < 2; round += 1) {
    // It is seen, so the member gets another address, and then it is gone: no restored database will ever see it.
    await chain.pay(last, 5n * UNIT)
    await wallet.follow(chain.chain)
    await wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
    const next = await wallet.addressOf(chain.chain, member)
    expect(next).not.toBe(last)
    await chain.reorganise({ depth: 1, include: 'none' })
    await chain.pay(next, 7n * UNIT)
    await wallet.follow(chain.chain)
    await wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
    last = await wallet.addressOf(chain.chain, member)
  }
  await chain.mine(20)
  await restore()
  const scanner = await scanning(wallet, chain.chain)
  await expect.poll(() => wallet.receivedBy(member), { timeout: 90_000 }).toBe(dollars(14))
  await scanner.stop()
})

test('after a standby took over, a deposit to a first address that it never heard of is credited', async () => {
  const { wallet, chain } = await depositScene()
  const fresh = wallet.members[1]!
  const timeline = await readTimeline(wallet.db)
  expect(timeline).toBeGreaterThan(0)
  const lost = await wallet.addressOf(chain.chain, fresh)
  await wallet.owner.query('delete from deposit_address where address = $1', [lost])
  // The last report that reached the standby.
  await reportWorkerStatus(wallet.db, 'scanner', { figures: { timeline: timeline - 1 } })
  await chain.pay(lost, 5n * UNIT)
  await chain.mine(3)
  const scanner = await scanning(wallet, chain.chain)
  await expect.poll(() => wallet.receivedBy(fresh), { timeout: 90_000 }).toBe(dollars(5))
  await scanner.stop()
  expect(await wasAway(wallet.db, timeline)).toBe(false)
})

async function scanning(wallet: TestWallet, chain: Chain) {
  const { ledger, databaseUrl } = wallet
  const context = await depositContext(wallet, chain)
  const leases = openLeases(databaseUrl)
  const scanner = startScanner({ ...context, ledger, leases, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await scanner.stop()
    await leases.stop()
  })
  return scanner
}
