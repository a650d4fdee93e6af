import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sessionsAt } from './servers.ts'

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const READY_TIMEOUT_MS = 280_000
const LOOK_MS = 200

type Place = { port: string; dataDir: string; url: string }

/** The product as `npm start` runs it, with its own folder, which is removed when it stops. */
export async function startServer(
  { port, dataDir, url }: Place,
  variables: Record<string, string> = {},
): Promise<{ stop: () => Promise<void> }> {
  // Sessions of a server that was at this address before.
  await rm(sessionsAt(url), { recursive: true, force: true })
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...variables, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGINT')) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  const until = Date.now() + READY_TIMEOUT_MS
  while (
    !(await fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error('The server did not start')
    }
    await new Promise((again) => setTimeout(again, LOOK_MS))
  }
  return { stop }
}
