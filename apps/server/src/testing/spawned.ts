import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { programFile } from './programs.ts'

export type Spawned = { url: string; process: ChildProcess; kill(): Promise<void>; stop(): Promise<void> }

/** The server as a separate process, as `npm start` runs it. */
export async function spawnServer(dataDir: string): Promise<Spawned> {
  const child = spawn(process.execPath, [programFile('main')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Ctrl-C')) break
  }
  // Printed by name, for passkeys. Visitors choose their own IPv4 address.
  const [, port] = /http:\/\/localhost:(\d+)/.exec(said) ?? []
  if (port === undefined) throw new Error(`The server did not start: ${said}`)
  const url = `http://127.0.0.1:${port}`
  return { url, process: child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
