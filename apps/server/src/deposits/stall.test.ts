import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { openLeases } from '../db/lease.ts'
import { startTestChain } from '../testing/chain.ts'
import { openTestWallet } from '../testing/wallet.ts'
import { scannerHealth } from './health.ts'
import { startScanner } from './scanner.ts'

test('operators are mailed once when finality stalls, and health says so for as long as it does', async () => {
  const [wallet, { chain }] = await Promise.all([openTestWallet(), startTestChain()])
  await wallet.follow(chain)
  let stalledAt: bigint | undefined
  const view: Chain = {
    ...chain,
    finalized: async () => ({ ...(await chain.finalized()), ...(stalledAt !== undefined && { stalledAt }) }),
  }
  const { db, ledger, databaseUrl } = wallet
  const addresses = await wallet.addresses(chain)
  const leases = openLeases(databaseUrl)
  const start = () => startScanner({ db, chain: view, addresses, ledger, leases, log: pino({ level: 'silent' }) })
  const health = () => expect.poll(() => scannerHealth(db), { timeout: 90_000 })
  const mails = async () =>
    (
      await wallet.owner.query<{ line: string }>(
        `select facts ->> 'sentence' as line from mail_outbox where kind = 'alarm'`,
      )
    ).rows

  let scanner = start()
  onTestFinished(async () => {
    await scanner.stop()
    await leases.stop()
  })
  await health().toMatchObject({ well: true })
  expect(await mails()).toEqual([])
  stalledAt = 2n
  await health().toEqual({ well: false, sentence: expect.stringContaining('finality stands still at block 2') })
  const [olga, oscar, ...others] = await mails()
  expect([olga, oscar, others]).toEqual([
    { line: "The chain's own finality stands still at block 2: blocks count as final 240 blocks later" },
    olga,
    [],
  ])
  await scanner.stop()
  await wallet.owner.query('delete from worker_status')
  scanner = start()
  await health().toEqual({ well: false, sentence: expect.stringContaining('finality stands still at block 2') })
  expect(await mails(), 'after a restart').toHaveLength(2)
  stalledAt = undefined
  await health().toMatchObject({ well: true })
  stalledAt = 9n
  await health().toMatchObject({ well: false })
  expect(await mails()).toHaveLength(4)
})
