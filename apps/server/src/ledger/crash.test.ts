import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { createDatabase } from '../testing/databases.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { isLong } from '../testing/long-form.ts'
import { fund, sendMoney } from '../testing/money.ts'
import { startFilledPostgres } from '../testing/own-postgres.ts'
import { PASSCODE, signIn } from '../testing/people.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { testSettings } from '../testing/settings.ts'
import { visitor, type Visitor } from '../testing/visitor.ts'
import { openLedger } from './batch.ts'

const CLIENTS = 8
/** Transfers acknowledged, over all clients, before a disaster and after it. */
const ENOUGH = isLong ? 100 : 30
const RETRY_MS = 20
const SOON = { timeout: 60_000, interval: 20 }

test('acknowledged transfers survive kills of the server and of PostgreSQL, and every key has one effect', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await startFilledPostgres()
  const databaseUrl = await createDatabase(postgres.url, { name: 'books', template: 'pattern' })
  const settings = testSettings({ databaseUrl, dataDir })
  let server = await startServerProcess({ settings })
  const people = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => enter(server.url, index)))
  await fundAll(databaseUrl)

  const acknowledged = new Map<string, string>()
  const unanswered = new Set<string>()
  let sent = 0
  const order = (key: string) => ({ amount: 0.01, recipient_id: people[(Number(key) + 1) % CLIENTS]!.privateKey })
  const owner = (key: string) => people[Number(key) % CLIENTS]!.visitor

  /** Eight members send as fast as they can while `disaster` strikes, until its expected outcome has shown. */
  const underLoad = async (disaster: () => Promise<unknown>, { isBackAfterwards }: { isBackAfterwards: boolean }) => {
    const over = new AbortController()
    const clients = people.map(async (_, index) => {
      while (!over.signal.aborted) {
        const key = String((sent += 1) * CLIENTS + index)
        try {
          const { status, body } = await sendMoney(owner(key), order(key), key)
          if (status === 200) acknowledged.set(key, body.data.transfer_id)
          else unanswered.add(key)
          if (status !== 200) await sleep(RETRY_MS)
        } catch {
          unanswered.add(key)
          await sleep(RETRY_MS)
        }
      }
    })
    const grows = async (figures: { readonly size: number }, by: number) => {
      const before = figures.size
      await expect.poll(() => figures.size, SOON).toBeGreaterThanOrEqual(before + by)
    }
    await grows(acknowledged, ENOUGH)
    const noticed = isBackAfterwards ? undefined : grows(unanswered, 1)
    await disaster()
    await noticed
    // While the database is away, the server tries again for them.
    if (isBackAfterwards) await grows(acknowledged, ENOUGH + CLIENTS)
    over.abort()
    await Promise.all(clients)
  }

  await underLoad(() => server.kill(), { isBackAfterwards: false })
  server = await startServerProcess({ settings })
  for (const [index, person] of people.entries()) people[index] = await returning(server.url, person)

  const killPostgres = async () => {
    await postgres.kill()
    await postgres.startAgain()
  }
  await underLoad(killPostgres, { isBackAfterwards: true })
  await expect.poll(async () => (await visitor(server.url).get('/api/ready')).status, SOON).toBe(200)

  const db = lookInto(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const readAll = async () =>
    (await client.query(`select idempotency_key as key, reference from journal where reason = 'transfer'`)).rows
  const kept = new Map((await readAll()).map(({ key, reference }) => [key, reference]))
  expect([...acknowledged].filter(([key, reference]) => kept.get(key) !== reference)).toEqual([])

  // These may or may not have happened: sending them again finds out.
  expect(unanswered.size).toBeGreaterThan(0)
  for (const key of unanswered) expect((await sendMoney(owner(key), order(key), key)).status).toBe(200)
  const all = (await readAll()).map(({ key }) => key).filter((key) => /^\d+$/.test(key))
  expect(all).toHaveLength(new Set(all).size)
  expect(new Set(all)).toEqual(new Set([...acknowledged.keys(), ...unanswered]))
  await client.end()
  await expectNoViolation(db)
})

type Person = { visitor: Visitor; privateKey: string }

async function enter(url: string, index: number): Promise<Person> {
  const self = visitor(url)
  const { body } = await self.post('/api/users/register', {
    name: `Person ${index}`,
    email: `person${index}@example.org`,
    password: PASSCODE,
    referral_code: null,
  })
  return returning(url, { visitor: self, privateKey: body.user.user_pk })
}

async function returning(url: string, { privateKey }: Person): Promise<Person> {
  const self = visitor(url)
  await signIn(self, privateKey)
  return { visitor: self, privateKey }
}

async function fundAll(databaseUrl: string): Promise<void> {
  const ledger = openLedger(asApplication(databaseUrl))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(`select id from account where name like 'Person %'`)
  await client.end()
  await Promise.all(rows.map(({ id }) => fund({ ledger }, id, 10_000)))
  await ledger.stop()
}
