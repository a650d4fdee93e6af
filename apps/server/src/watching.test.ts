import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fundedMember, sendMoney } from './testing/money.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'

const FOLDER = new URL('../../../deploy/watching/', import.meta.url).pathname
const SOON = { timeout: 90_000, interval: 200 }

const metricsOf = async ({ url }: TestServer): Promise<string> => (await fetch(`${url}/metrics`)).text()

const namesIn = (metrics: string): Set<string> =>
  new Set(Array.from(metrics.matchAll(/^(?:# TYPE )?([a-z_][a-z0-9_]*)(?=[{ ])/gm), ([, name]) => name ?? ''))

/** Names that are neither functions, nor labels, nor PromQL's own words. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring) \([^)]*\)/g, '')
    .replaceAll(/\b(or|and|unless|bool|offset)\b/g, '')
  return Array.from(bare.matchAll(/[a-z_][a-z0-9_]*\b(?! *\()/g), ([name]) => name)
}

const alertsIn = (rules: string): string[] => Array.from(rules.matchAll(/alert: (\w+)/g), ([, name]) => name ?? '')

test('rules and dashboard use only metrics that a server really has', async () => {
  const server = await startTestServer()
  await expect.poll(() => metricsOf(server), SOON).toContain('worker="scanner",figure="head"')
  const names = namesIn(await metricsOf(server))
  const rules = await readFile(join(FOLDER, 'trefoil.rules.yml'), 'utf8')
  const dashboard = await readFile(join(FOLDER, 'dashboard.json'), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  const expressions = [
    ...Array.from(rules.matchAll(/expr: (.+)/g), ([, expression]) => expression ?? ''),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  expect(expressions.length).toBeGreaterThan(40)
  for (const expression of expressions) {
    const used = metricsIn(expression)
    expect(used, expression).not.toEqual([])
    for (const name of used) expect(names, `${name} in ${expression}`).toContain(name)
  }
})

test('the metrics say when posting has stopped, and when the database is silent', async () => {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>> | undefined
  const through = async (url: string) => (proxy = await startTcpProxy(url)).url
  const server = await startTestServer({}, { through })
  await expect.poll(() => metricsOf(server), SOON).toContain('trefoil_leader{work="poster"} 1')
  expect(await metricsOf(server)).toMatch(/^trefoil_posting_stopped 0$/m)
  await server.database.query(`select check_tail('{0}', '{9999999}', '{x}')`)
  const stopped = await metricsOf(server)
  expect(stopped).toMatch(/^trefoil_posting_stopped 1$/m)
  expect(stopped).toMatch(/^trefoil_health\{part="posting"\} 0$/m)
  proxy?.silence()
  const silent = await metricsOf(server)
  expect(silent).toMatch(/^trefoil_database_up 0$/m)
  expect(silent).not.toMatch(/^trefoil_posting_stopped \d/m)
  proxy?.resume()
  await expect.poll(() => metricsOf(server), SOON).toMatch(/^trefoil_database_up 1$/m)
})

test('an order without a key can be traced from the answer’s request id to its journal', async () => {
  const server = await startTestServer()
  const [from, to] = [await fundedMember(server, 10), await fundedMember(server, 0)]
  const { headers, body } = await sendMoney(from.visitor, { amount: 1, recipient_id: to.privateKey })
  const { rows } = await server.database.query('select reference from journal where idempotency_key = $1', [
    `server ${String(headers['x-request-id'])}`,
  ])
  expect(rows).toEqual([{ reference: body.data.transfer_id }])
})

test('every alert has a test of its own', async () => {
  const [rules, others, tests] = await Promise.all(
    ['trefoil.rules.yml', 'others.rules.yml', 'trefoil.rules.test.yml'].map((name) =>
      readFile(join(FOLDER, name), 'utf8'),
    ),
  )
  const fired = Array.from(tests!.matchAll(/alertname: (\w+)\n\s+exp_alerts:/g), ([, name]) => name ?? '')
  expect(fired.toSorted()).toEqual([...alertsIn(rules!), ...alertsIn(others!)].toSorted())
})

const promtool = (process.env['PATH'] ?? '').split(delimiter).find((folder) => existsSync(join(folder, 'promtool')))

test.skipIf(promtool === undefined)('the alerts fire when they should (skipped without promtool)', async () => {
  const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', 'trefoil.rules.test.yml'], { cwd: FOLDER })
  expect(stdout).toContain('SUCCESS')
})
