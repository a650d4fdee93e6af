import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCommand } from '../../../scripts/start-command.ts'
import { until } from '../commands.ts'

const ROOT = new URL('../../../', import.meta.url)
/** As the systemd unit does it. */
const RESTART_MS = 1000
const READY_WITHIN_MS = 120_000

export type Server = {
  name: string
  port: number
  log: string
  start: () => void
  /** `kill -9`. It is started again, as systemd does it. */
  crash: () => void
  stop: () => Promise<void>
  untilReady: () => Promise<void>
  /** Until it was started again after a crash, and is ready. */
  untilBack: () => Promise<void>
}

/** A process of the product, by the command of `npm start`. */
export async function makeServer(
  name: string,
  port: number,
  variables: Record<string, string>,
  folder: string,
): Promise<Server> {
  const command = await startCommand()
  const log = join(folder, `${name}.log`)
  const output = createWriteStream(log)
  let child: ChildProcess | undefined
  let isWanted = false

  const start = () => {
    isWanted = true
    const started = spawn(process.execPath, command.args, {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...command.variables, ...variables, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.stdout.pipe(output, { end: false })
    started.stderr.pipe(output, { end: false })
    started.once('exit', () => {
      if (isWanted) void sleep(RESTART_MS).then(() => isWanted && start())
    })
    child = started
  }
  return {
    name,
    port,
    log,
    start,
    crash: () => void child?.kill('SIGKILL'),
    stop: async () => {
      isWanted = false
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
    untilReady: () => untilReady(name, port),
    untilBack: async () => {
      await until(
        `the end of ${name}`,
        async () => (child?.exitCode === null && child.signalCode === null ? undefined : true),
        {
          everyMs: 10,
        },
      )
      await untilReady(name, port)
    },
  }
}

async function untilReady(name: string, port: number): Promise<void> {
  await until(`${name} is ready`, async () => ((await statusOf(port)) === 200 ? true : undefined), {
    withinMs: READY_WITHIN_MS,
  })
}

const statusOf = (port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/api/ready', timeout: 5000 }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('silent')))
  })
