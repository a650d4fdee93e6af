// Runs before `npm start`, `npm test` and other commands, on whatever Node is installed and before the dependencies
// are: plain JavaScript, no dependencies.
import { needsBrowser, installBrowser } from './prepare/browser.mjs'
import { makeSure, SERVER, WEB } from './prepare/build.mjs'
import { needsInstall, install } from './prepare/install.mjs'
import { onceNeeded } from './prepare/lock.mjs'
import { endingWithSentence, PrepareError } from './prepare/prepare-error.mjs'
import { checkNpmNode, checkRuntime } from './prepare/runtime.mjs'

const wanted = {
  // It builds by itself.
  start: { tools: false, build: false, browser: false },
  trefoil: { tools: false, build: false, browser: false },
  dev: { tools: true, build: false, browser: false },
  test: { tools: true, build: true, browser: true },
  check: { tools: true, build: false, browser: false },
  bench: { tools: true, build: true, browser: false },
}

await endingWithSentence(() => prepare(process.argv[2] ?? ''))

/** @param {string} command */
async function prepare(command) {
  if (!(command in wanted)) throw new PrepareError(`Usage: node scripts/prepare.mjs ${Object.keys(wanted).join('|')}`)
  const want = wanted[/** @type {keyof typeof wanted} */ (command)]
  checkNpmNode()
  await onceNeeded(
    () => needsInstall(want.tools),
    () => install(want.tools),
  )
  checkRuntime()
  if (want.build) for (const each of [SERVER, WEB]) await makeSure(each)
  if (want.browser) await onceNeeded(needsBrowser, installBrowser)
}
