import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './env.ts'
import { startTrefoil } from './start.ts'
import { startTestChain, UNIT } from './testing/chain.ts'
import { chainVariables } from './testing/chain-variables.ts'
import { openPayouts } from './testing/payouts.ts'
import { startServerProcess } from './testing/server-process.ts'
import { testSettings } from './testing/settings.ts'
import { visitor } from './testing/visitor.ts'
import { dollars } from './testing/wallet.ts'

const SOON = { timeout: 60_000, interval: 100 }

test('when one of two servers is killed, the other continues its scanning and sending', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const member = wallet.members[1]!
  const address = await wallet.addressOf(chain.chain, member)
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-failover-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const variables = { ...(await chainVariables(chain, dataDir)), CHAIN_ATTESTATIONS: String(chain.facts.attestations) }
  // Payouts wait for an epoch, and its own transaction would be counted below. The next one is due in an hour.
  await wallet.owner.query(`insert into epoch (number, state, why) values (1, 'failed', 'not needed here')`)
  const settings = testSettings({ databaseUrl: wallet.ownerUrl, dataDir })
  const growing = setInterval(() => void chain.mine(), 300)
  onTestFinished(() => clearInterval(growing))

  // Alone, the first server leads both workers.
  const first = await startServerProcess({ settings }, variables)
  await chain.pay(address, 5n * UNIT)
  await expect.poll(() => wallet.receivedBy(member), SOON).toBe(dollars(5))
  const other = { ...variables, PORT: '0', DATA_DIR: dataDir, TREFOIL_SECRET: settings.secret }
  const urls = { DATABASE_URL: settings.databaseUrl, DATABASE_OWNER_URL: settings.databaseOwnerUrl }
  const second = await startTrefoil(readSettings({ ...other, ...urls }))
  onTestFinished(second.stop)

  // Killed while a deposit is seen but not final, and a payment is sent but not mined.
  clearInterval(growing)
  await chain.pay(address, 7n * UNIT)
  chain.hold(true)
  const asked = await payouts.ask()
  const count = async (query: string) => (await wallet.owner.query<{ count: number }>(query)).rows[0]?.count
  await expect.poll(() => count(`select count(*)::int from deposit where state = 'seen'`), SOON).toBe(1)
  await expect.poll(() => count(`select count(*)::int from sending_attempt where sent_at is not null`), SOON).toBe(1)
  await first.kill()
  await expect(first.visit().get('/api/ready')).rejects.toThrow()
  chain.hold(false)
  const growingOn = setInterval(() => void chain.mine(), 300)
  onTestFinished(() => clearInterval(growingOn))

  await expect.poll(() => wallet.receivedBy(member), SOON).toBe(dollars(12))
  await expect.poll(() => payouts.stateOf(asked.reference), SOON).toBe('paid')
  const later = await payouts.ask()
  await expect.poll(() => payouts.stateOf(later.reference), SOON).toBe('paid')
  for (const { to } of [asked, later]) expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
  const { parts } = (await visitor(second.url).get('/api/health')).body
  expect([parts.scanner, parts.payouts]).toEqual(['ok', 'ok'])
  await wallet.verify()
})
