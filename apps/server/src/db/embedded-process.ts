import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { commandFor, type Runner } from './embedded-runner.ts'

export type SpawnedPostgres = {
  pid: number | undefined
  isRunning: () => boolean
  abandon: () => void
  failure: () => Promise<{ reason: string; mayPass: boolean }>
}

const LOG_BYTES_MAX = 1_000_000

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_worker_processes: '4',
  max_logical_replication_workers: '0',
  max_parallel_workers: '2',
  io_method: 'sync',
  jit: 'off',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // No statements and no details: they would log members' input.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

export async function spawnPostgres(options: {
  dataDir: string
  data: string
  postgres: string
  runner: Runner
  port: number
  settings: Record<string, string>
}): Promise<SpawnedPostgres> {
  const settings = { ...SETTINGS, ...options.settings, port: String(options.port) }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const {
    program,
    args,
    options: spawnOptions,
  } = commandFor(options.runner, options.postgres, ['-D', options.data, ...flags])
  const logFile = join(options.dataDir, 'postgres.log')
  const log = await openLog(logFile)
  try {
    const { size: begin } = await log.stat()
    const child = spawn(program, args, {
      ...spawnOptions,
      cwd: options.dataDir,
      // Its own process group: Ctrl-C in the terminal reaches only our server, which stops the database last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.once('error', () => undefined)
    child.unref()
    return {
      pid: child.pid,
      isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
      abandon: () => void child.kill('SIGINT'),
      failure: () => explain(logFile, begin),
    }
  } finally {
    await log.close()
  }
}

/** Another program may take it before PostgreSQL does. The start then fails, and is tried with another port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function openLog(file: string): Promise<FileHandle> {
  const isLong = await stat(file).then(
    ({ size }) => size > LOG_BYTES_MAX,
    () => false,
  )
  if (isLong) await rename(file, `${file}.old`)
  try {
    return await open(file, 'a', 0o600)
  } catch {
    // It belongs to another user from an earlier start. The folder is ours, so the file can be replaced.
    await rm(file, { force: true })
    return open(file, 'a', 0o600)
  }
}

async function explain(logFile: string, begin: number): Promise<{ reason: string; mayPass: boolean }> {
  const lines = (await readFile(logFile)).subarray(begin).toString('utf8').trim().split('\n')
  const passing =
    /lock file ".*" already exists|pre-existing shared memory block|Address already in use|could not create any TCP/i
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
  return {
    reason: reason.replace(/^.*?(?:FATAL|PANIC): +/, '') || 'it ended without a word',
    mayPass: lines.some((line) => passing.test(line)),
  }
}
