import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isLong } from './testing/long-form.ts'
import { startFilledPostgres } from './testing/own-postgres.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts'

const SOON = { timeout: 90_000, interval: 200 }
const AWAY_MS = isLong ? 6000 : 3000
const LOST = 'the connection to the database was lost'
const BACK = 'the database answers again'

/** What is said of the books meanwhile, or of a chain that is slow on a busy machine. */
const OF_OTHERS = /"trouble":"The books |"type":"ChainTrouble"/

const linesOf = async ({ settings }: TestServer): Promise<string[]> =>
  (await readFile(join(settings.dataDir, 'server.log'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')

const says = async (server: TestServer, what: string) =>
  (await linesOf(server)).filter((line) => (JSON.parse(line) as { msg: string }).msg === what).length

/** Payouts wait until then, and whoever leads them after the outage would say so once more. */
async function areReservesCompared({ database }: TestServer): Promise<boolean> {
  const { rows } = await database.query<{ compared: boolean }>('select exists (select from reconciliation) as compared')
  return rows[0]?.compared === true
}

/** What the timers and connections of a server that nobody asks anything write meanwhile. */
async function during(server: TestServer, outage: () => Promise<void>): Promise<string[]> {
  await expect.poll(async () => (await server.visit().get('/api/ready')).status, SOON).toBe(200)
  await expect.poll(() => areReservesCompared(server), SOON).toBe(true)
  const before = (await linesOf(server)).length
  await outage()
  await expect.poll(() => says(server, BACK), SOON).toBe(1)
  await sleep(2000)
  return (await linesOf(server)).slice(before).filter((line) => !OF_OTHERS.test(line))
}

function expectTwoLines(lines: string[]): void {
  expect(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    lines.join('\n'),
  ).toEqual([LOST, BACK])
  for (const line of lines) expect(line).not.toContain('stack')
}

test.each(isLong ? (['cut', 'silence'] as const) : (['cut'] as const))(
  'timers say once that the database is away, and once that it is back (%s)',
  async (how) => {
    let proxy: TcpProxy | undefined
    const through = async (url: string) => (proxy = await startTcpProxy(url)).url
    const server = await startTestServer({ databaseTimeoutMs: 2000 }, { through })
    const lines = await during(server, async () => {
      proxy?.[how]()
      await sleep(AWAY_MS)
      proxy?.resume()
    })
    expectTwoLines(lines)
  },
  90_000,
)

test.runIf(isLong)('so they do when their server has become a standby', async () => {
  const postgres = await startFilledPostgres()
  const server = await startTestServer({}, { postgresUrl: postgres.url, isFilled: true })
  const lines = await during(server, async () => {
    await postgres.becomeStandby()
    await sleep(AWAY_MS)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
  })
  expectTwoLines(lines)
})

test('another failure of a timer is still written down, with all that is known of it', async () => {
  const server = await startTestServer()
  await server.database.query('alter table mail_outbox rename to elsewhere')
  try {
    await expect.poll(() => says(server, 'mails could not be sent'), SOON).toBeGreaterThan(0)
  } finally {
    await server.database.query('alter table elsewhere rename to mail_outbox')
  }
  const [line] = (await linesOf(server)).filter((one) => one.includes('mails could not be sent'))
  expect(line).toContain('"stack"')
  expect(line).toContain('42P01')
})
