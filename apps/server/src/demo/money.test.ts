import { expect, test } from 'vitest'
import { seedDemoMoney } from './money.ts'
import { makeKeyring } from '../members/keyring.ts'
import { balancesOf } from '../testing/money.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { signIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { DEMO_PASSCODE } from './seed.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

test('the sample member has a team that gave, at least $50 to withdraw, and a history', async () => {
  const visitor = server.visit()
  const settings = await visitor.get('/api/settings/public')
  const sample = settings.body.data.demo.sign_ins[0]
  await signIn(visitor, sample.private_key, DEMO_PASSCODE)
  const balances = await balancesOf(visitor)
  expect(balances.balance).toBeGreaterThanOrEqual(50)
  expect(balances.deposit_balance).toBeGreaterThan(0)
  const { body } = await visitor.get('/api/activities/history?limit=200')
  const types = new Set(body.data.activities.map(({ type }: { type: string }) => type))
  expect([...types]).toEqual(expect.arrayContaining(['Earning', 'Donation', 'Transfer', 'Referral']))
  await expectNoViolation(db)
})

test('an interrupted seed is finished by the next start, and nothing happens twice', async () => {
  const count = async () => (await server.database.query('select count(*) from journal')).rows[0].count
  const before = await count()
  await server.database.query(`delete from installation where key = 'demo money'`)
  const context = { db, ledger: server.ledger, keyring: makeKeyring('a secret that no code is hashed with') }
  await Promise.all([seedDemoMoney(context), seedDemoMoney(context)])
  expect(await count()).toBe(before)
})
