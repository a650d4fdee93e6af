import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { isLong } from '../testing/long-form.ts'
import { testSettings } from '../testing/settings.ts'
import { indexOf } from '../testing/chain.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import type { Address } from './chain.ts'
import { startChain, type StartedChain } from './start-chain.ts'

const somebody: Address = '0x1111111111111111111111111111111111111111'
let place = { databaseUrl: '', dataDir: '' }
let isApart = false
let name = ''
const children: ChildProcess[] = []
const started: StartedChain[] = []

beforeEach(async () => {
  name = `test-${randomUUID()}`
  place = {
    databaseUrl: asApplication(await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })),
    dataDir: await mkdtemp(join(tmpdir(), 'trefoil-chain-')),
  }
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map(({ chain }) => chain.close()))
  await dropDatabase(inject('postgresUrl'), name)
  await rm(place.dataDir, { recursive: true, force: true })
})

const PLACES: [where: string, apart: boolean][] = [
  ['in the process that needs it', false],
  ['in a process of its own', true],
]

describe.each(isLong ? PLACES : PLACES.slice(0, 1))('a local chain %s', (_where, apart) => {
  beforeEach(() => {
    isApart = apart
  })

  test('a first start has contracts, test money and a faucet, reachable from this machine only', async () => {
    const { chain, faucet } = await start()
    const address = chain.depositAddress(indexOf(0))
    await faucet!.pay(address, 5n)
    expect(await chain.balanceOf(address)).toBe(5n)
    expect((await chain.vaultState()).signer).toBe(chain.signer)
    expect(await chain.signerFunds()).toBeGreaterThan(0n)
    const [journal] = await readdir(place.dataDir)
    expect((await stat(join(place.dataDir, journal!))).mode & 0o777).toBe(0o600)
  })

  test('a restart brings the same chain back, to the last block', async () => {
    const first = await start()
    for (let payment = 1n; payment <= 20n; payment += 1n) await first.faucet!.pay(somebody, payment)
    const head = await first.chain.head()
    const before = await Promise.all(
      Array.from({ length: Number(head.number) + 1 }, (_, n) => first.chain.block(BigInt(n))),
    )
    await first.chain.close()
    const second = await start()
    const after = await Promise.all(before.map((block) => second.chain.block(block!.number)))
    expect(after).toEqual(before)
    expect(await second.chain.balanceOf(somebody)).toBe(210n)
    await second.faucet!.pay(somebody, 1n)
    expect(await second.chain.balanceOf(somebody)).toBe(211n)
  })

  test('transactions become final within seconds, and then no more blocks are mined', async () => {
    const { chain, faucet } = await start()
    await faucet!.pay(somebody, 1n)
    const { number } = await chain.head()
    await expect.poll(async () => (await chain.finalized()).number, { timeout: 60_000 }).toBe(number)
    const resting = await chain.head()
    // Only waiting shows that nothing happens: longer than a block takes.
    await new Promise((later) => setTimeout(later, 1500))
    expect(await chain.head()).toEqual(resting)
  })

  test.runIf(isLong)('a payment survives kill -9 of its process, and becomes final in the next', async () => {
    const other = await startElsewhere()
    await other.pay(7n)
    other.child.kill('SIGKILL')
    const { chain } = await start()
    expect(await chain.balanceOf(somebody)).toBe(7n)
    const { number } = await chain.head()
    await expect.poll(async () => (await chain.finalized()).number, { timeout: 60_000 }).toBeGreaterThanOrEqual(number)
  })

  test('processes share one chain, and when its host is killed another takes it over', async () => {
    const host = await startElsewhere()
    const guest = await start()
    await host.pay(3n)
    expect(await guest.chain.balanceOf(somebody)).toBe(3n)
    await guest.faucet!.pay(somebody, 4n)
    const known = await guest.chain.block(2n)
    host.child.kill('SIGKILL')
    await once(host.child, 'exit')
    await expect
      .poll(() => guest.chain.balanceOf(somebody).catch((error: Error) => error.message), { timeout: 60_000 })
      .toBe(7n)
    expect(await guest.chain.block(2n)).toEqual(known)
    const third = await startElsewhere()
    await third.pay(1n)
    expect(await guest.chain.balanceOf(somebody)).toBe(8n)
  })

  test('two processes that start at the same moment share one chain', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(one.chain.vault).toBe(two.chain.vault)
    await one.faucet!.pay(somebody, 1n)
    await two.faucet!.pay(somebody, 1n)
    expect(await one.chain.balanceOf(somebody)).toBe(2n)
    expect(await readdir(place.dataDir)).toHaveLength(1)
  })

  test('a host whose database connection breaks gives the chain up without losing anything', async () => {
    const { chain, faucet } = await start()
    await faucet!.pay(somebody, 5n)
    const owner = new pg.Client({ connectionString: inject('postgresUrl') })
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trefoil local chain' and datname = $1`,
      [name],
    )
    await owner.end()
    await expect.poll(() => chain.balanceOf(somebody).catch(() => 0n), { timeout: 60_000 }).toBe(5n)
    await faucet!.pay(somebody, 5n)
    expect(await chain.balanceOf(somebody)).toBe(10n)
  })

  test('a line cut short by a crash is dropped', async () => {
    const first = await start()
    await first.faucet!.pay(somebody, 5n)
    await first.chain.close()
    const file = await journalFile()
    await writeFile(file, `${await readFile(file, 'utf8')}{"transaction":"0x02f8`)
    const second = await start()
    expect(await second.chain.balanceOf(somebody)).toBe(5n)
    await second.faucet!.pay(somebody, 5n)
    await second.chain.close()
    expect(await (await start()).chain.balanceOf(somebody)).toBe(10n)
  })

  test('a journaled transaction that was not yet executed is executed at the next start', async () => {
    const first = await start()
    await first.faucet!.pay(somebody, 5n)
    await first.chain.close()
    const file = await journalFile()
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const transaction = lines.findLastIndex((line) => line.startsWith('{"transaction"'))
    await writeFile(file, `${lines.slice(0, transaction + 1).join('\n')}\n`)
    expect(await (await start()).chain.balanceOf(somebody)).toBe(5n)
  })

  test('a changed history is refused in one sentence', async () => {
    const first = await start()
    await first.faucet!.pay(somebody, 5n)
    await first.chain.close()
    const file = await journalFile()
    const lines = (await readFile(file, 'utf8')).split('\n')
    lines[4] = lines[4]!.replace(/"time":(\d+)/, (_, time: string) => `"time":${Number(time) + 1}`)
    await writeFile(file, lines.join('\n'))
    await expect(start()).rejects.toThrow(/^The local chain's history in .* is damaged at block \d+: delete .* over\.$/)
  })

  test('a missing history is refused in one sentence, never replaced beside the old database', async () => {
    const first = await start()
    await first.chain.close()
    await rm(await journalFile())
    await expect(start()).rejects.toThrow(/^The history of the local chain in .* is gone or damaged, .* over\.$/)
    expect(await readdir(place.dataDir)).toEqual([])
  })

  test.runIf(isLong)('hundreds of blocks come back in seconds', async () => {
    const first = await start()
    for (let payment = 0; payment < 300; payment += 1) await first.faucet!.pay(somebody, 1n)
    const head = await first.chain.head()
    await first.chain.close()
    const begun = performance.now()
    const second = await start()
    const took = performance.now() - begun
    expect(await second.chain.block(head.number)).toEqual(head)
    expect(took).toBeLessThan(10_000)
  })
})

describe('the process of a local chain', () => {
  beforeEach(() => {
    isApart = true
  })

  test('leaves signals of the terminal to its server, and ends with it, also by kill -9', async () => {
    const server = await startElsewhere()
    const chain = childOf(server.child)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(chain, signal)
    await server.pay(7n)
    expect(childOf(server.child)).toBe(chain)
    expect(isAlive(chain)).toBe(true)
    server.child.kill('SIGKILL')
    await expect.poll(() => isAlive(chain), { timeout: 60_000 }).toBe(false)
  })

  test.runIf(isLong)('is started again if it is killed, and nothing is lost', async () => {
    const server = await startElsewhere()
    await server.pay(7n)
    process.kill(childOf(server.child), 'SIGKILL')
    const { chain } = await start()
    await expect
      .poll(() => chain.balanceOf(somebody).catch((error: Error) => error.message), { timeout: 60_000 })
      .toBe(7n)
    await server.pay(1n)
    expect(await chain.balanceOf(somebody)).toBe(8n)
  })
})

function childOf({ pid }: ChildProcess): number {
  if (process.platform === 'linux') return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return Number(new RegExp(String.raw`^\s*(\d+)\s+${pid}$`, 'm').exec(all)?.[1])
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function start(): Promise<StartedChain> {
  const chain = await startChain(testSettings({}).chain, { ...place, isApart })
  started.push(chain)
  return chain
}

async function startElsewhere(): Promise<{ child: ChildProcess; pay(amount: bigint): Promise<void> }> {
  const program = `
    const { startChain } = await import(${JSON.stringify(fileURLToPath(new URL('start-chain.ts', import.meta.url)))})
    const { readSettings } = await import(${JSON.stringify(fileURLToPath(new URL('../env.ts', import.meta.url)))})
    const { faucet } = await startChain(readSettings({}).chain, ${JSON.stringify({ ...place, isApart })})
    process.on('message', (amount) => faucet.pay('${somebody}', BigInt(amount)).then(() => process.send('paid')))
    process.send('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  await once(child, 'message')
  return {
    child,
    async pay(amount) {
      child.send(String(amount))
      await once(child, 'message')
    },
  }
}

const journalFile = async () => join(place.dataDir, (await readdir(place.dataDir))[0]!)
