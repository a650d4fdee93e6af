import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { onceNeeded } from './lock.mjs'
import { PrepareError } from './prepare-error.mjs'
import { root, runtime } from './runtime.mjs'
import { run, task } from './task.mjs'

/**
 * @typedef {{
 *   name: string
 *   title: string
 *   failure: string
 *   sources: string[]
 *   folder: string
 *   bundle: (fresh: string) => Promise<void>
 * }} Build
 */

const web = join(root, 'apps/web')
const server = join(root, 'apps/server')
/** Inside the folder, so that it moves and disappears together with the files. */
const STAMP = '.sources'
/** A page opened before a new build still loads the old build's files. */
const OLD_ASSETS_KEPT_MS = 7 * 24 * 3600 * 1000

const SHARED = ['package-lock.json', 'packages/contract', 'packages/core']

/** @type {Build} */
export const WEB = {
  name: 'web',
  title: 'Building the web app',
  failure: 'The web app could not be built',
  sources: [...SHARED, 'tsconfig.base.json', 'apps/web'],
  folder: join(web, 'dist'),
  async bundle(fresh) {
    const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
    await run(runtime(), [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    keepOldAssets({ from: join(web, 'dist/assets'), to: join(fresh, 'assets') })
  },
}

/** @type {Build} */
export const SERVER = {
  name: 'server',
  title: 'Building the server',
  failure: 'The server could not be built',
  sources: [...SHARED, 'apps/server', 'contracts/artifacts', 'contracts/evm.ts'],
  folder: join(server, 'dist/server'),
  bundle: (fresh) => run(runtime(), [join(server, 'build.ts'), fresh]),
}

/**
 * Builds it unless it is there, as its sources are now. Two builds may go on at the same time.
 * @param {Build} wanted
 */
export function makeSure(wanted) {
  return onceNeeded(
    () => stampOf(wanted) !== hashOf(wanted),
    () => build(wanted),
    `${root}.prepare.lock.${wanted.name}`,
  )
}

/** @param {Build} build */
function stampOf({ folder }) {
  try {
    return readFileSync(join(folder, STAMP), 'utf8')
  } catch {
    return undefined
  }
}

/** @param {Build} wanted */
async function build(wanted) {
  const { title, failure, folder, bundle } = wanted
  await task({
    title,
    failure,
    async work() {
      removeLeftovers(folder)
      const hash = hashOf(wanted)
      const [fresh, old] = [`${folder}.new-${process.pid}`, `${folder}.old-${process.pid}`]
      await bundle(fresh)
      writeFileSync(join(fresh, STAMP), hash)
      if (existsSync(folder)) renameSync(folder, old)
      renameSync(fresh, folder)
      rmSync(old, { recursive: true, force: true })
    },
  })
}

/** @param {string} folder */
function removeLeftovers(folder) {
  const place = dirname(folder)
  if (!existsSync(place)) return
  for (const name of readdirSync(place))
    if (name.startsWith(`${basename(folder)}.`)) rmSync(join(place, name), { recursive: true, force: true })
}

/** @param {Build} build */
function hashOf({ sources }) {
  const hash = createHash('sha256')
  for (const path of sources) {
    if (!existsSync(join(root, path))) throw new PrepareError(`${path} is missing: the clone is not complete.`)
    for (const file of filesIn(path))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !/^(node_modules|dist(\..*)?|testing|migrations)$|\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

/** @param {{ from: string, to: string }} folders */
function keepOldAssets({ from, to }) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    const file = join(from, name)
    const isKept = Date.now() - statSync(file).mtimeMs < OLD_ASSETS_KEPT_MS
    if (isKept && !existsSync(join(to, name))) cpSync(file, join(to, name), { preserveTimestamps: true })
  }
}
