import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrepareError } from './prepare-error.mjs'
import { root, runtime } from './runtime.mjs'
import { run, task } from './task.mjs'

const web = join(root, 'apps/web')
const dist = join(web, 'dist')
/** Inside the folder, so that it moves and disappears together with the files. */
const STAMP = '.sources'
/** A page opened before a new build still loads the old build's files. */
const OLD_ASSETS_KEPT_MS = 7 * 24 * 3600 * 1000

export function needsBuild() {
  if (!existsSync(join(web, 'src')))
    throw new PrepareError(`${join(web, 'src')} is missing: the clone is not complete.`)
  try {
    return readFileSync(join(dist, STAMP), 'utf8') !== hashOfSources()
  } catch {
    return true
  }
}

export async function build() {
  await task({
    title: 'Building the web app',
    failure: 'The web app could not be built.',
    async work() {
      removeLeftovers()
      const hash = hashOfSources()
      const fresh = join(web, `dist.new-${process.pid}`)
      const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
      await run(runtime(), [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
        cwd: web,
        env: { ...process.env, NODE_ENV: 'production' },
      })
      keepOldAssets({ from: join(dist, 'assets'), to: join(fresh, 'assets') })
      writeFileSync(join(fresh, STAMP), hash)
      const old = join(web, `dist.old-${process.pid}`)
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(fresh, dist)
      rmSync(old, { recursive: true, force: true })
    },
  })
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'tsconfig.base.json', 'apps/web', 'packages/contract', 'packages/core']) {
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
    .filter((name) => name !== 'node_modules' && !/^dist($|\.)/.test(name) && !/\.test\.tsx?$/.test(name))
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

function removeLeftovers() {
  for (const name of readdirSync(web)) {
    if (/^dist\.(new|old)-/.test(name)) rmSync(join(web, name), { recursive: true, force: true })
  }
}
