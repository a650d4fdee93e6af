import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { donate, earner, fundedMember, withdraw } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const { anna } = await signInStaff(server)

test('the overview counts only unmatched transfers that can be assigned', async () => {
  const unmatchedTransfer = (kind: string, value: string, sender: string) =>
    server.database.query(
      `insert into unmatched_transfer (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value)
       select chain_id, $1, 0, $2, $3, scanned + 1000000, $4, (select min(address) from reserve_account), $5 from scan`,
      [`0x${randomBytes(32).toString('hex')}`, randomAddress(), kind, sender, value],
    )
  const { treasury } = (await (await fundedMember(server, 0)).visitor.post('/api/wallet/generate')).body.data.parameters
  const count = async () => (await anna.get('/api/operator/overview')).body.data.queue.unmatched as number
  await until(async () => (await anna.get('/api/operator/overview')).body.data.scanner.scanned !== null)
  const before = await count()
  await unmatchedTransfer('to_contract', String(10n ** 18n), randomAddress())
  await unmatchedTransfer('too_large', String(10n ** 40n), randomAddress())
  await unmatchedTransfer('to_contract', '1', randomAddress())
  await unmatchedTransfer('to_contract', String(10n ** 18n), treasury)
  expect(await count()).toBe(before + 1)
  const { unmatched } = (await anna.get('/api/operator/unmatched?limit=200')).body.data
  expect(unmatched.filter(({ assignable }: { assignable: boolean }) => assignable)).toHaveLength(before + 1)
})

test('the figures of the overview add up', async () => {
  await donate((await fundedMember(server, 150)).visitor, 100)
  await withdraw((await earner(server, 50)).visitor)
  const { money, invariants } = (await anna.get('/api/operator/overview')).body.data
  expect(money.held).toBe(20)
  expect(money.on_chain).toBeCloseTo(money.owed + money.owned, 5)
  expect(invariants.ok).toBe(true)
  const all = (await anna.get('/api/operator/invariants')).body.data.invariants
  expect(all.length).toBeGreaterThan(10)
  expect(all.every(({ violations }: { violations: number }) => violations === 0)).toBe(true)
})
