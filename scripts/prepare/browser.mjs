import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { findChromium } from '../chromium.mjs'
import { PrepareError } from './prepare-error.mjs'
import { root, runtime } from './runtime.mjs'
import { run, task } from './task.mjs'

export function needsBrowser() {
  const { CHROMIUM_PATH: named } = process.env
  const found = findChromium()
  if (named && !found) throw new PrepareError(`CHROMIUM_PATH is not a working browser: ${named}.`)
  return !found
}

export async function installBrowser() {
  await task({
    title: 'Installing Chromium for the browser tests (first time only)',
    failure: 'Chromium could not be installed',
    advice: 'Install it, or set CHROMIUM_PATH.',
    async work() {
      const isRoot = process.getuid?.() === 0
      if (isRoot && isOnPath('apt-get') && (await installDebianPackage())) return
      const cli = join(dirname(createRequire(join(root, 'e2e/package.json')).resolve('@playwright/test')), 'cli.js')
      await run(runtime(), [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], { cwd: root })
      if (!findChromium()) throw new Error('The browser was installed, but it does not run.')
    },
  })
}

/** Ubuntu's package of that name only points to the snap store, so what counts is whether a browser was installed. */
async function installDebianPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update', '-qq'], { env })
  } catch {
    return false
  }
  for (const name of ['chromium-headless-shell', 'chromium']) {
    try {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
      if (findChromium() !== undefined) return true
    } catch {
      // Older systems have only the second name.
    }
  }
  return false
}

/** @param {string} program */
const isOnPath = (program) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
