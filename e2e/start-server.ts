import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FILLED, sessionsAt, type Place } from './servers.ts'

const START = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url))
const AS_OWNER = fileURLToPath(new URL('as-owner.ts', import.meta.url))
/** Each copy runs its own chain. At the port of another one it would find a chain with its own history, and join it. */
const FORGET_PORT = `update installation set value = jsonb_set(value, '{port}', '0') where key = 'local chain'`
/** Only against hanging. */
const READY_TIMEOUT_MS = 600_000
const LOOK_MS = 200
const WORDS_MAX = 2000

/**
 * The product as `npm start` runs it, with its own folder, which is removed when it stops. It starts with a copy of the
 * filled demo where this run has made one, because filling costs five times as much as starting.
 */
export async function startServer(
  place: Place,
  variables: Record<string, string> = {},
): Promise<{ stop: () => Promise<void> }> {
  const { dataDir, url } = place
  // Sessions of a server that was at this address before.
  await rm(sessionsAt(url), { recursive: true, force: true })
  const isFilled = await stat(FILLED).catch(() => undefined)
  if (isFilled) await cp(FILLED, dataDir, { recursive: true })
  const stopServer = await run(place, variables)
  const stop = async () => {
    await stopServer()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  return { stop }
}

/** Makes the demo that the servers of this run start with: its history, and its first epoch. */
export async function fillDemo(place: Place): Promise<void> {
  const stop = await run({ ...place, dataDir: FILLED }, {})
  try {
    await until(async () => {
      const reply = await fetch(`${place.url}/api/proofs/epochs?limit=1`)
      const { data } = (await reply.json()) as { data: { epochs: unknown[] } }
      return data.epochs.length > 0
    })
    await promisify(execFile)('node', [AS_OWNER, FORGET_PORT], { env: { ...process.env, DATA_DIR: FILLED } })
  } finally {
    await stop()
  }
}

/** If it ends by itself, its last words are the error. */
async function run({ port, dataDir, url }: Place, variables: Record<string, string>): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, [START], {
    env: { ...process.env, ...variables, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  const hear = (text: string) => {
    words = (words + text).slice(-WORDS_MAX)
  }
  server.stderr.setEncoding('utf8').on('data', hear)
  // A run that is killed leaves no server behind.
  const kill = () => server.kill('SIGINT')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (server.exitCode === null && server.signalCode === null && server.kill('SIGINT')) await once(server, 'exit')
  }
  try {
    await until(async () => {
      if (server.exitCode !== null || server.signalCode !== null) throw new ServerEnded(words.trim())
      const { ok } = await fetch(`${url}/api/ready`)
      return ok
    })
  } catch (error) {
    await stop()
    throw error
  }
  server.stderr.off('data', hear).pipe(process.stderr)
  return stop
}

class ServerEnded extends Error {
  constructor(words: string) {
    super(words || 'The server ended without a word')
    // Where it was noticed says nothing.
    this.stack = this.message
  }
}

/** Tries again after each failure, unless the server has ended. */
async function until(look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      if (await look()) return
    } catch (error) {
      if (error instanceof ServerEnded) throw error
    }
    if (Date.now() > deadline) throw new Error('The server did not become ready')
    await new Promise((again) => setTimeout(again, LOOK_MS))
  }
}
