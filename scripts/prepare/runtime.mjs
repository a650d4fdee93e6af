import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PrepareError } from './prepare-error.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const NODE_MIN = 24
const NPM_NODE_MIN = 20

/** The Node that npm scripts run on: the pinned one if the dependencies include it, otherwise the installed one. */
export function runtime() {
  const pinned = `${root}node_modules/.bin/node`
  return existsSync(pinned) ? realpathSync(pinned) : process.execPath
}

/** Whether this runs on the Node that the dependencies bring. */
export const isPinned = () => process.execPath.startsWith(`${root}node_modules`)

/** Whether the product runs on the installed Node, so that the dependencies need not bring one. */
export const hasNewNode = () => !isPinned() && major(process.versions.node) >= NODE_MIN

export function checkNpmNode() {
  const { node } = process.versions
  if (major(node) < NPM_NODE_MIN) {
    throw new PrepareError(`Trefoil needs Node ${NPM_NODE_MIN} or later to install; this is Node ${node}.`)
  }
}

export function checkRuntime() {
  const path = runtime()
  const version = path === realpathSync(process.execPath) ? process.versions.node : versionOf(path)
  if (!version) throw new PrepareError(`The Node that comes with the dependencies does not run here: ${path}.`)
  if (major(version) >= NODE_MIN) return
  throw new PrepareError(
    process.platform === 'linux'
      ? `Trefoil runs on Node ${NODE_MIN} or later, and the package that brings it did not arrive: run the command again.`
      : `Trefoil runs on Node ${NODE_MIN} or later, which its dependencies bring for Linux only; this is Node ${version}.`,
  )
}

/** @param {string} path */
function versionOf(path) {
  try {
    return execFileSync(path, ['--print', 'process.versions.node'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

/** @param {string} version */
const major = (version) => Number(version.split('.')[0])
