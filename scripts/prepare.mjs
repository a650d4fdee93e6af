// Runs before `npm start`, `npm test` and other commands, on whatever Node is installed and before the dependencies
// are: plain JavaScript, no dependencies.
import { needsBrowser, installBrowser } from './prepare/browser.mjs'
import { needsBuild, build } from './prepare/build.mjs'
import { needsInstall, install } from './prepare/install.mjs'
import { withLock } from './prepare/lock.mjs'
import { PrepareError } from './prepare/prepare-error.mjs'
import { checkNpmNode, checkRuntime } from './prepare/runtime.mjs'

const wanted = {
  start: { tools: false, build: true, browser: false },
  trefoil: { tools: false, build: false, browser: false },
  dev: { tools: true, build: false, browser: false },
  test: { tools: true, build: true, browser: true },
  check: { tools: true, build: false, browser: false },
  bench: { tools: true, build: true, browser: false },
}

try {
  await prepare(process.argv[2] ?? '')
} catch (error) {
  if (!(error instanceof PrepareError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** @param {string} command */
async function prepare(command) {
  if (!(command in wanted)) throw new PrepareError(`Usage: node scripts/prepare.mjs ${Object.keys(wanted).join('|')}`)
  const want = wanted[/** @type {keyof typeof wanted} */ (command)]
  checkNpmNode()
  await step(
    () => needsInstall(want.tools),
    () => install(want.tools),
  )
  checkRuntime()
  if (want.build) await step(needsBuild, build)
  if (want.browser) await step(needsBrowser, installBrowser)
}

/**
 * Checked again under the lock: another run may have done the work meanwhile.
 * @param {() => boolean} isNeeded
 * @param {() => Promise<void>} work
 */
async function step(isNeeded, work) {
  if (!isNeeded()) return
  await withLock(async () => {
    if (isNeeded()) await work()
  })
}
