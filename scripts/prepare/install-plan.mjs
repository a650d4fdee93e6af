/**
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], engines?: { node?: string } }} Package
 * @typedef {{ packages: Record<string, Package> }} Lock
 * @typedef {typeof EXTENTS[number]} Extent
 */

/** Without and with the tools that only checks and tests need: the lock file's `dev` packages. */
export const EXTENTS = /** @type {const} */ (['serving', 'everything'])

/**
 * The lock file's `engines` of the packages that bring Node: npm skips an optional package that another Node is for. Npm
 * leaves the field alone unless the package itself is updated.
 */
export const OLDER_NODE = '<24'

/**
 * What to install before a command runs: nothing if the tree has everything; only the tools if the rest matches the
 * lock file, because a server may be running from it; otherwise everything, with the tools if the tree had them.
 * @param {object} facts
 * @param {Lock} facts.locked
 * @param {Lock | undefined} facts.installed
 * @param {Extent | undefined} facts.stamped what an earlier install of this lock file left
 * @param {boolean} facts.wantsTools
 * @param {boolean} facts.hasNewNode
 * @param {(path: string) => boolean} facts.exists
 * @returns {{ extent: Extent, adds: boolean } | undefined}
 */
export function planInstall({ locked, installed, stamped, wantsTools, hasNewNode, exists }) {
  const wanted = wantsTools ? 'everything' : 'serving'
  if (!installed) return { extent: wanted, adds: false }
  const isWhole = Object.keys(installed.packages).every(exists)
  const present = Object.values(installed.packages).some(({ dev }) => dev) ? 'everything' : 'serving'
  const isCurrent = isWhole && (stamped === present || isInstalled({ locked, installed, extent: present, hasNewNode }))
  if (!isCurrent) return { extent: present === 'everything' ? present : wanted, adds: false }
  return wanted === 'everything' && present === 'serving' ? { extent: wanted, adds: true } : undefined
}

/** @param {{ locked: Lock, installed: Lock, extent: Extent, hasNewNode: boolean }} trees */
function isInstalled({ locked, installed, extent, hasNewNode }) {
  const paths = Object.entries(locked.packages).filter(
    ([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'),
  )
  return (
    paths.every(([path, entry]) => {
      const found = installed.packages[path]
      if (found) return found.version === entry.version
      return (
        (entry.dev === true && extent === 'serving') ||
        (entry.optional === true && !isForThisMachine(entry, hasNewNode))
      )
    }) && Object.keys(installed.packages).every((path) => path in locked.packages)
  )
}

/**
 * @param {Package} entry
 * @param {boolean} hasNewNode
 */
function isForThisMachine({ os, cpu, libc, engines }, hasNewNode) {
  if (!os || !cpu || (engines?.node === OLDER_NODE && hasNewNode)) return false
  return os.includes(process.platform) && cpu.includes(process.arch) && (!libc || libc.includes('glibc'))
}
