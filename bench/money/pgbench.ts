import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '../cleanup.ts'

const run = promisify(execFile)

export const PGBENCH_MISSING =
  "pgbench is not installed: it comes with Debian's package `postgresql` (apt-get install postgresql)."

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

/** A separate database on the product's server. */
async function besides(databaseUrl: string, name: string): Promise<string> {
  await withClient(databaseUrl, (client) => client.query(`create database ${name}`))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function prepareTpcB(databaseUrl: string): Promise<string> {
  const url = await besides(databaseUrl, 'tpcb')
  await run('pgbench', ['-i', '-q', '-s', '50', url])
  return url
}

export type Protocol = 'simple' | 'prepared'
export type PeerResult = { perSecond: number; p50Ms: number; p99Ms: number }

/** TPC-B as pgbench runs it, with every transaction timed. */
export async function measureTpcB(
  url: string,
  { clients, protocol, seconds }: { clients: number; protocol: Protocol; seconds: number },
): Promise<PeerResult> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-pgbench-'))
  try {
    const threads = Math.min(2, clients)
    const options = `-n -c ${clients} -j ${threads} -M ${protocol} -T ${seconds} -l`.split(' ')
    const perSecond = await tps([...options, `--log-prefix=${join(folder, 'log')}`, url])
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    // client, transaction, microseconds, ...
    const times = logs.flatMap((text) => text.trimEnd().split('\n')).map((line) => Number(line.split(' ', 3)[2]) / 1000)
    const sorted = Float64Array.from(times).toSorted()
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Double entry in SQL functions: https://github.com/pgr0ss/pgledger */
export async function measurePgledger(databaseUrl: string, sqlFile: string, seconds: number): Promise<number> {
  const url = await besides(databaseUrl, 'pgledger')
  const schema = await readFile(sqlFile, 'utf8')
  await withClient(url, async (client) => {
    await client.query(schema)
    await client.query(`create table bench_account as
      select n, (pgledger_create_account('account ' || n, 'USD')).id as id from generate_series(1, 20000) n`)
    await client.query('create unique index on bench_account (n)')
    await client.query('vacuum analyze')
  })
  const script = join(tmpdir(), `pgledger-${process.pid}.sql`)
  await writeFile(
    script,
    `\\set a random(1, 20000)
\\set b 1 + (:a + random(0, 19998)) % 20000
select pgledger_create_transfer((select id from bench_account where n = :a), (select id from bench_account where n = :b), 1.00);
`,
  )
  try {
    return await tps(['-n', '-c', '32', '-j', '2', '-M', 'prepared', '-f', script, '-T', String(seconds), url])
  } finally {
    await rm(script)
  }
}

async function tps(args: string[]): Promise<number> {
  const { stdout } = await run('pgbench', args)
  const found = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
  if (found === undefined) throw new Error(`pgbench reported no tps:\n${stdout}`)
  return Number(found)
}
