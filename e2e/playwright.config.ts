import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { SERVERS } from './servers.ts'
import { SLOWDOWN } from './slowdown.ts'

const chromium = findChromium()

// `npm test` runs every screen and journey on a desktop, and members' journeys on a phone. `npm run test:long` runs
// everything on both, and checks the console with axe.
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

const members = { baseURL: SERVERS.members.url }
const operators = { baseURL: SERVERS.console.url }

export default defineConfig({
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000 * SLOWDOWN,
  expect: { timeout: 10_000 * SLOWDOWN },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['./remove-data.ts'],
    ...(results === undefined ? [] : [['json', { outputFile: results }] as const]),
  ],
  globalSetup: './wait-for-servers.ts',
  webServer: (['members', 'console'] as const).map((name) => ({
    name,
    command: 'node ../apps/server/src/main.ts',
    env: {
      PORT: SERVERS[name].port,
      DATA_DIR: SERVERS[name].dataDir,
      LIMIT_SIGN_UPS_PER_HOUR: '1000',
      WEBHOOKS_TO_LOOPBACK: 'yes',
    },
    gracefulShutdown: { signal: 'SIGINT', timeout: 20_000 },
  })),
  use: {
    // Screenshots of every test would cost a third of the time on two cores.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
    { name: 'console', use: { ...DESK, ...operators }, testMatch: CONSOLE, ...(isLong ? {} : { grepInvert: /@axe/ }) },
    { name: 'desktop', use: { ...DESK, ...members }, testIgnore: CONSOLE },
    {
      name: 'phone',
      use: { ...PHONE, ...members },
      ...(isLong
        ? { testIgnore: CONSOLE, grepInvert: NOT_ON_PHONES }
        : {
            testIgnore: [CONSOLE, /(accessibility|first-load|forms|guards|languages|reach)\.spec/],
            grepInvert: [NOT_ON_PHONES, /@axe|@desk-only/],
          }),
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
