import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { PrepareError } from './prepare-error.mjs'
import { root } from './runtime.mjs'
import { run, task } from './task.mjs'

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 * @typedef {{ packages: Record<string, Package> }} Lock
 */

const modules = `${root}node_modules`
const lockFile = `${root}package-lock.json`
/** npm writes it when an install has ended well: what is missing there is not, or only half, installed. */
const installedFile = `${modules}/.package-lock.json`
const stampFile = `${modules}/.trefoil-installed`

export function needsInstall() {
  const locked = readLock(lockFile)
  if (!locked) throw new PrepareError(`${lockFile} is missing or damaged: the clone is not complete.`)
  const installed = readLock(installedFile)
  if (!installed) return true
  const isStamped = readText(stampFile) === stamp()
  if (!isStamped && !isInstalled(locked, installed)) return true
  return Object.keys(installed.packages).some((path) => !existsSync(`${root}${path}`))
}

export async function install() {
  const isFirst = !existsSync(installedFile)
  await task({
    title: isFirst ? 'Installing dependencies (first start only)' : 'Updating dependencies',
    failure: 'The dependencies could not be installed.',
    async work() {
      rmSync(stampFile, { force: true })
      // With NODE_ENV=production npm would leave out what builds the web app.
      const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
      const { npm_execpath: npm, npm_node_execpath: node } = process.env
      if (npm?.endsWith('npm-cli.js')) await run(node ?? process.execPath, [npm, ...args], { cwd: root })
      else await run('npm', args, { cwd: root })
      writeFileSync(stampFile, stamp())
    },
  })
}

/**
 * @param {Lock} locked
 * @param {Lock} installed
 */
function isInstalled(locked, installed) {
  const paths = Object.entries(locked.packages).filter(
    ([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'),
  )
  return (
    paths.every(([path, entry]) => {
      const found = installed.packages[path]
      return found ? found.version === entry.version : entry.optional === true && !isForThisMachine(entry)
    }) && Object.keys(installed.packages).every((path) => path in locked.packages)
  )
}

/** @param {Package} entry */
function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu) return false
  return os.includes(process.platform) && cpu.includes(process.arch) && (!libc || libc.includes('glibc'))
}

/** An optional package that no registry has is not asked for again at every start. */
const stamp = () =>
  createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(readFileSync(lockFile)).digest('hex')

/**
 * @param {string} file
 * @returns {Lock | undefined}
 */
function readLock(file) {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8'))
    return lock.packages ? lock : undefined
  } catch {
    return undefined
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
