import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

// The headless shell is the same engine without a user interface, and twice as fast here.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin']
const apps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
const TRIAL_TIMEOUT_MS = 20_000

/**
 * The browser for the tests: CHROMIUM_PATH if set, otherwise the first that runs.
 * @returns {string | undefined}
 */
export function findChromium() {
  const { CHROMIUM_PATH: named, PATH: path = '' } = process.env
  if (named) return runs(named) ? named : undefined
  const installed = names.flatMap((name) => [...path.split(delimiter), ...folders].map((folder) => join(folder, name)))
  const onMac = apps.map((app) => join('/Applications', app))
  return [...installed, ...onMac].find(runs) ?? [playwrightsOwn()].find((own) => own !== undefined && runs(own))
}

/**
 * A file is not enough: on some systems it is a script that only says where to get a browser.
 * @param {string} file
 */
function runs(file) {
  if (!existsSync(file)) return false
  try {
    execFileSync(file, ['--version'], { stdio: 'ignore', timeout: TRIAL_TIMEOUT_MS })
    return true
  } catch {
    return false
  }
}

/** @returns {string | undefined} */
function playwrightsOwn() {
  try {
    return createRequire(new URL('../e2e/package.json', import.meta.url))('@playwright/test').chromium.executablePath()
  } catch {
    return undefined
  }
}
