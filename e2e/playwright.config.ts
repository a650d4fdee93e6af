import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { SERVERS } from './servers.ts'
import { SLOWDOWN } from './slowdown.ts'

const chromium = findChromium()

// `npm test` runs each test once: members' journeys on a phone, the console's on a desktop. `npm run test:long` runs
// everything on both, and checks everything with axe; in `npm test` the walk through all screens does that.
const isLong = process.env['TREFOIL_LONG'] === '1'

/** Set by `npm test`, which reports on all its parts. */
const results = process.env['E2E_RESULTS']

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }
const CONSOLE = /operator-\w+\.spec/
// The same actions by the same few people: once is enough.
const CONSOLE_JOURNEYS =
  /operator-(beside|causes|giving|journeys|programs|proposals|recovery|screening|sessions|webhooks)\.spec/
// Phones have no Tab key.
const NOT_ON_PHONES = /@keyboard/
const ONLY_IN_LONG_FORM = /@axe|@long/
// Playwright matches it with the name of the file, the title and the tags.
const ON_DESKTOPS = /@keyboard|@desk-only|\b(accessibility|first-load|forms|guards|languages|reach)\.spec/

const members = { baseURL: SERVERS.members.url }
const operators = { baseURL: SERVERS.console.url }

export default defineConfig({
  outputDir: '../test-results',
  // A third one lets three tests of the console change one cause at a time, which they take for other operators.
  workers: 2,
  fullyParallel: true,
  // Only against hanging: a busy machine takes several times as long as a quiet one.
  timeout: 300_000 * SLOWDOWN,
  expect: { timeout: 30_000 * SLOWDOWN },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['./stop-console.ts'],
    ['./remove-data.ts'],
    ...(results === undefined ? [] : [['json', { outputFile: results }] as const]),
  ],
  globalSetup: './start-servers.ts',
  use: {
    // Recording every test would cost half as much again. `npm run test:browser -- forms.spec.ts --trace on` has one.
    trace: 'off',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Root cannot use the sandbox, and the browser must not use the network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Tests answer requests themselves, which a worker would keep from them. `installable.spec.ts` has it.
    serviceWorkers: 'block',
  },
  // Projects do not depend on one another, so that a failure in one hides nothing in the others. The longest journeys
  // come first.
  projects: [
    {
      name: 'console',
      use: { ...DESK, ...operators },
      testMatch: CONSOLE,
      ...(isLong ? {} : { grepInvert: ONLY_IN_LONG_FORM }),
    },
    {
      name: 'desktop',
      use: { ...DESK, ...members },
      testIgnore: CONSOLE,
      ...(isLong ? {} : { grep: ON_DESKTOPS, grepInvert: ONLY_IN_LONG_FORM }),
    },
    {
      name: 'phone',
      use: { ...PHONE, ...members },
      testIgnore: CONSOLE,
      grepInvert: isLong ? NOT_ON_PHONES : [ON_DESKTOPS, ONLY_IN_LONG_FORM],
    },
    ...(isLong
      ? [
          {
            name: 'console-phone',
            use: { ...PHONE, ...operators },
            testMatch: CONSOLE,
            testIgnore: CONSOLE_JOURNEYS,
            grepInvert: NOT_ON_PHONES,
          },
        ]
      : []),
  ],
})
