import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chown,
  constants,
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { getSystemErrorMessage } from 'node:util'
import { StartError } from '../start-error.ts'
import { isAlive } from './embedded-postmaster.ts'
import { commandFor, type Runner } from './embedded-runner.ts'

/** Makes a new cluster under another name and renames it when complete, so that an incomplete one is never used. */
export async function prepareData(options: {
  dataDir: string
  data: string
  initdb: string
  runner: Runner
  log: (message: string) => void
}): Promise<void> {
  const { dataDir, data, initdb, runner, log } = options
  await removeAbandoned(dataDir)
  if (existsSync(join(data, 'PG_VERSION'))) return
  log('Creating the database')
  const password = await ensurePassword(dataDir)
  const fresh = join(dataDir, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${fresh}.password`
  try {
    await mkdir(fresh, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (runner.user) {
      await chown(fresh, runner.user.uid, runner.user.gid)
      await chown(passwordFile, runner.user.uid, runner.user.gid)
    }
    await runInitdb({ initdb, runner, fresh, passwordFile })
    await rename(fresh, data)
  } catch (error) {
    // Another process was faster, and its cluster is complete.
    if (existsSync(join(data, 'PG_VERSION'))) return
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot create the database in ${data}: ${reasonOf(error)}.`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

export async function readPassword(dataDir: string): Promise<string> {
  const file = passwordFileOf(dataDir)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new StartError(`Cannot read the password of the database in ${file}: ${reasonOf(error)}.`)
  }
}

export async function writableFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    throw new StartError(`Cannot write to the data folder ${resolve(path)}: ${reasonOf(error)}.`)
  }
}

/** Written under another name and then linked, so that two processes that start at once agree on one password. */
async function ensurePassword(dataDir: string): Promise<string> {
  const file = passwordFileOf(dataDir)
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new StartError(`Cannot write to the data folder ${dataDir}: ${reasonOf(error)}.`)
  } finally {
    await rm(draft, { force: true })
  }
  return readPassword(dataDir)
}

const LOG_PREFIX = /^.*?\b(?:FATAL|PANIC|ERROR|error): +/

async function runInitdb(options: {
  initdb: string
  runner: Runner
  fresh: string
  passwordFile: string
}): Promise<void> {
  const settings = [
    `--pgdata=${options.fresh}`,
    '--username=trefoil',
    `--pwfile=${options.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const { program, args, options: spawnOptions } = commandFor(options.runner, options.initdb, settings)
  const child = spawn(program, args, { ...spawnOptions, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  // On SIGTERM, initdb removes what it has made so far.
  const giveUp = () => child.kill('SIGTERM')
  process.once('exit', giveUp)
  const [code, complaint] = await Promise.all([exit, text(child.stderr)]).finally(() => process.off('exit', giveUp))
  if (code === 0) return
  const lines = complaint.split('\n').filter((line) => /error|fatal|could not/i.test(line))
  throw new Error(lines.at(-1)?.replace(LOG_PREFIX, '').replace(/\.$/, '') ?? `initdb ended with code ${code}`)
}

/** Removes what a killed start left behind. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.(?:new|password\.)-?(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

const passwordFileOf = (dataDir: string) => join(dataDir, 'postgres.password')

function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException
  return errno === undefined ? message : getSystemErrorMessage(errno)
}
