import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'

export type Product = {
  port: number
  pid: number
  databaseUrl: string
  secret: string
  stop(): Promise<void>
}

const MAIN = new URL('../apps/server/src/main.ts', import.meta.url).pathname

/** The product as `npm start` runs it, in a folder and on ports of its own. */
export async function startProduct(nodeFlags: string[] = []): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-bench-'))
  // The same server that the product would start, and then joins.
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const child = spawn(process.execPath, [...nodeFlags, MAIN], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Ctrl-C')) break
  }
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
  return {
    port,
    pid: child.pid ?? 0,
    databaseUrl: postgres.url,
    secret: (await readFile(join(dataDir, 'secret'), 'utf8')).trim(),
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
