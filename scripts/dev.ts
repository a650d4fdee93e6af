import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = dirname(import.meta.dirname)
const web = join(root, 'apps/web')
const port = Number(process.env['PORT'] || 3000)
const address = `http://localhost:${port}`
const api = `http://127.0.0.1:${port + 1}`
const POLL_MS = 200

/** The server restarts at every change of its code. Vite, in front of it, hot-reloads the page. */
const server = start(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: root,
  env: { PORT: String(port + 1), HOST: '127.0.0.1', PUBLIC_URL: process.env['PUBLIC_URL'] || address },
  // It would print its own address, but Vite's is the one to open.
  quiet: true,
})
const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
const flags = ['--port', String(port), '--strictPort', '--host', 'localhost', '--clearScreen', 'false']
const pages = start([vite, ...flags, '--logLevel', 'warn'], { cwd: web, env: { TREFOIL_API: api } })

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
void server.ended.then(() => end(1))
void pages.ended.then(() => end(1))

while (!(await isUp(`${api}/api/ready`)) || !(await isUp(address))) await sleep(POLL_MS)
console.log(`\n  Trefoil in development: ${address}\n`)

type Part = { child: ChildProcess; ended: Promise<void> }

/** In its own process group: Ctrl-C reaches only this program, which then stops both parts cleanly. */
function start(args: string[], { cwd, env, quiet }: { cwd: string; env: NodeJS.ProcessEnv; quiet?: boolean }): Part {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
    detached: true,
  })
  return { child, ended: new Promise((resolve) => child.once('exit', () => resolve())) }
}

async function end(code: number): Promise<void> {
  for (const { child } of [server, pages]) child.kill('SIGTERM')
  await Promise.all([server.ended, pages.ended])
  process.exit(code)
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
