import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from './testing/invariants.ts'
import { balancesOf, fundedMember, sendMoney } from './testing/money.ts'
import { startTestServer } from './testing/server.ts'
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts'

const CLIENTS = 8
const SOON = { timeout: 90_000, interval: 200 }
/** On a busy machine, some statements take two seconds. */
const TIMEOUT_MS = 4000
/** That long for an answer, five seconds for a new connection, and what a busy machine takes beside. */
const LATEST_MS = 15_000

test('while the database is silent, everybody is refused in time; afterwards all is well without a restart', async () => {
  let proxy: TcpProxy | undefined
  const through = async (url: string) => (proxy = await startTcpProxy(url)).url
  const server = await startTestServer({ databaseTimeoutMs: TIMEOUT_MS, databaseRetryMs: 0 }, { through })
  const from = await fundedMember(server, 1000)
  const to = await fundedMember(server, 0)
  const order = { amount: 0.01, recipient_id: to.privateKey }
  const statuses = new Map<string, number[]>()
  const latest = { ms: 0 }
  const over = new AbortController()
  const send = async (key: string) => {
    const begun = performance.now()
    const { status } = await sendMoney(from.visitor, order, key)
    latest.ms = Math.max(latest.ms, performance.now() - begun)
    statuses.set(key, [...(statuses.get(key) ?? []), status])
    return status
  }
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over.signal.aborted) if ((await send(randomUUID())) !== 200) await sleep(50)
  })
  const answered = (status: number) => [...statuses.values()].flat().filter((one) => one === status).length
  await expect.poll(() => answered(200), SOON).toBeGreaterThan(50)

  proxy?.silence()
  await sleep(100)
  const begun = performance.now()
  const [ready, profile] = await Promise.all([server.visit().get('/api/ready'), from.visitor.get('/api/users/profile')])
  expect([ready.status, profile.status]).toEqual([503, 503])
  expect(performance.now() - begun).toBeLessThan(LATEST_MS)
  await expect.poll(() => answered(503), SOON).toBeGreaterThan(2 * CLIENTS)
  const before = answered(200)

  proxy?.resume()
  await expect.poll(() => answered(200), SOON).toBeGreaterThan(before + 50)
  over.abort()
  await Promise.all(clients)
  expect(latest.ms).toBeLessThan(LATEST_MS)
  expect(new Set([...statuses.values()].flat())).toEqual(new Set([200, 503]))

  // Those that were refused may have been posted. The same key finds out, and nothing is posted twice.
  const refused = [...statuses].filter(([, [first]]) => first !== 200).map(([key]) => key)
  for (const key of refused) expect(await send(key)).toBe(200)
  const { rows } = await server.database.query<{ key: string }>(
    `select idempotency_key as key from journal where reason = 'transfer' and source_member = $1`,
    [from.id],
  )
  expect(rows.map(({ key }) => key).toSorted()).toEqual([...statuses.keys()].toSorted())
  expect((await balancesOf(to.visitor)).deposit_balance).toBeCloseTo(0.01 * statuses.size, 5)
  await expect
    .poll(async () => (await server.visit().get('/api/health')).body.parts, SOON)
    .toMatchObject({ database: 'ok', scanner: 'ok', log: 'ok' })
  const listening = () =>
    server.database.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'trefoil news%'`,
    )
  await expect.poll(async () => (await listening()).rowCount, SOON).toBe(1)
  await expectNoViolation(lookInto(server.settings.databaseOwnerUrl))
})
