import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { PrepareError } from './prepare-error.mjs'
import { root } from './runtime.mjs'
import { whyIn } from './why.mjs'

const HEARTBEAT_MS = 2_000
const STALE_MS = 30_000
const WAIT_MS_MAX = 900_000
const POLL_MS = 200

/**
 * Checked again under the lock: another run may have done the work meanwhile.
 * @param {() => boolean} isNeeded
 * @param {() => Promise<void>} work
 * @param {string} [file]
 */
export async function onceNeeded(isNeeded, work, file) {
  if (!isNeeded()) return
  await withLock(async () => {
    if (isNeeded()) await work()
  }, file)
}

/**
 * One preparation of this folder at a time.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [file]
 * @returns {Promise<T>}
 */
export async function withLock(work, file = `${root}.prepare.lock`) {
  const mark = `${process.pid} ${Math.random()}`
  await acquire(file, mark)
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref()
  const release = () => {
    if (contentOf(file) === mark) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/**
 * @param {string} file
 * @param {string} mark
 */
async function acquire(file, mark) {
  const deadline = Date.now() + WAIT_MS_MAX
  let hasSaidSo = false
  while (Date.now() < deadline) {
    if (create(file, mark)) return
    const holder = contentOf(file)
    if (holder !== undefined && isAbandoned(file, holder)) remove(file, holder)
    else {
      if (!hasSaidSo) process.stderr.write('Waiting for another command that prepares this folder…\n')
      hasSaidSo = true
      await sleep(POLL_MS)
    }
  }
  throw new PrepareError(`Another command has been preparing this folder for too long: end it, or remove ${file}.`)
}

/**
 * @param {string} file
 * @param {string} mark
 */
function create(file, mark) {
  try {
    writeFileSync(file, mark, { flag: 'wx' })
    return true
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'EEXIST') return false
    throw new PrepareError(`Nothing can be installed or built in ${root}: ${whyIn(code ?? '') ?? code}.`)
  }
}

/**
 * The pid may belong to another program by now, but a live holder also touches its file.
 * @param {string} file
 * @param {string} holder
 */
function isAbandoned(file, holder) {
  try {
    const silentMs = Date.now() - statSync(file).mtimeMs
    // The file is empty between its creation and the writing of its mark.
    if (holder === '') return silentMs > HEARTBEAT_MS
    return silentMs > STALE_MS || !isAlive(Number.parseInt(holder, 10))
  } catch {
    return false
  }
}

/**
 * Renames the file before it checks it: if another process has already replaced the lock, the new holder gets it back.
 * @param {string} file
 * @param {string} holder
 */
function remove(file, holder) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (contentOf(aside) !== holder) linkSync(aside, file)
  } catch {
    // It is already gone.
  }
  rmSync(aside, { force: true })
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Without the file there is nothing to keep alive.
  }
}
