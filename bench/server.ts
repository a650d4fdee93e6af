import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asApplication } from '../apps/server/src/db/database.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { secretIn } from '../apps/server/src/members/secret.ts'
import { startCommand } from '../scripts/start-command.ts'
import { thenStop, withClient } from './cleanup.ts'

export type Product = {
  port: number
  databaseUrl: string
  secret: string
  pid: number
  /** The address of the server's inspector, if it was asked for. */
  inspector: string
  /** The server's resident memory. */
  residentMb(): number
  /** Starts another process on the same database. It ends with the first. */
  startBeside(): Promise<{ port: number }>
  stop: () => Promise<void>
}

const VARIABLES = { NODE_ENV: 'development', DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1' }
const ROOT = new URL('../', import.meta.url)

/** `postgres`: settings of its server, beside those that it has anyway. */
type Options = { inspect?: boolean; postgres?: Record<string, string> }

/** Starts the product, runs the work, and stops it. */
export async function withProduct<Result>(
  work: (product: Product) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  const product = await startProduct(options)
  return thenStop(() => work(product), product.stop)
}

/**
 * The product as `npm start` runs it, with its own folder and ports. Started twice: the first start makes the demo's
 * history, and what that leaves in memory should not count.
 */
async function startProduct({ inspect = false, postgres: settings = {} }: Options): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  // The same server that the product would start. It joins this one.
  const postgres = await startEmbedded({ dataDir, log: () => {}, settings })
  const stopRest = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { child, port, inspector, stop } = await startServer(dataDir)
    .then(async (first) => {
      await first.stop()
      return startServer(dataDir, inspect ? ['--inspect=127.0.0.1:0'] : [])
    })
    .catch(async (error: unknown) => {
      await stopRest()
      throw error
    })
  const beside: (() => Promise<void>)[] = []
  return {
    port,
    databaseUrl: postgres.url,
    secret: (await readFile(join(dataDir, 'secret'), 'utf8')).trim(),
    pid: Number(child.pid),
    inspector,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async startBeside() {
      const another = await startServer(dataDir)
      beside.push(another.stop)
      return another
    },
    stop: async () => {
      await Promise.all(beside.map((stopOne) => stopOne()))
      await stop()
      await stopRest()
    },
  }
}

type On = {
  /** The owner's URL of a database that a demo may use. */
  ownerUrl: string
  /** Before the server starts. */
  prepare: (secret: string) => Promise<void>
}

/** The product on a database that was made before, which it takes for a filled demo's. */
export async function withProductOn<Result>(
  { ownerUrl, prepare }: On,
  work: (product: { port: number; secret: string }) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  const database = { DATABASE_URL: asApplication(ownerUrl), DATABASE_OWNER_URL: ownerUrl }
  return thenStop(
    async () => {
      const secret = await secretIn(dataDir)
      await prepare(secret)
      // Made with the key and the secret of another folder.
      await withClient(ownerUrl, (client) =>
        client.query(`delete from installation where key in ('log key', 'log secret')`),
      )
      const { port, stop } = await startServer(dataDir, [], database)
      return thenStop(() => work({ port, secret }), stop)
    },
    () => rm(dataDir, { recursive: true, force: true }),
  )
}

async function startServer(dataDir: string, options: string[] = [], variables: Record<string, string> = {}) {
  const command = await startCommand()
  const child = spawn(process.execPath, [...options, ...command.args], {
    cwd: ROOT,
    env: { ...process.env, ...command.variables, ...VARIABLES, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  let inspector = ''
  child.stderr.on('data', (chunk: Buffer) => {
    inspector ||= /ws:\/\/\S+/.exec(String(chunk))?.[0] ?? ''
    process.stderr.write(chunk)
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Ctrl-C')) break
  }
  const port = Number(/localhost:(\d+)/.exec(said)?.[1])
  if (Number.isNaN(port)) await thenStop(() => Promise.reject(new Error(`The server did not start: ${said}`)), stop)
  return { child, port, inspector, stop }
}
