import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { SERVERS } from './servers.ts'
import { SLOWDOWN } from './slowdown.ts'

const chromium = findChromium()

// `npm test` walks every screen and journey on a desk, and the journeys of members on a phone. `npm run test:long` walks all
// of it on both, and looks at the console with axe.
const isLong = process.env['TREFOIL_LONG'] === '1'

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }
const CONSOLE = /operator-\w+\.spec/

const members = { baseURL: SERVERS.members.url }
const operators = { baseURL: SERVERS.console.url }

export default defineConfig({
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000 * SLOWDOWN,
  expect: { timeout: 10_000 * SLOWDOWN },
  forbidOnly: true,
  reporter: [['list'], ['./remove-data.ts']],
  globalSetup: './wait-for-servers.ts',
  webServer: Object.entries(SERVERS).map(([name, { port, dataDir }]) => ({
    name,
    command: 'node ../apps/server/src/main.ts',
    env: { PORT: port, DATA_DIR: dataDir, LIMIT_SIGN_UPS_PER_HOUR: '1000' },
    gracefulShutdown: { signal: 'SIGINT', timeout: 20_000 },
  })),
  use: {
    // A film of every test costs a third of the time on two cores.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Root may not use the sandbox, and nothing may be asked of the network.
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
  },
  // None waits for another: what is red in one hides nothing of the others. The longest journeys begin first.
  projects: [
    { name: 'console', use: { ...DESK, ...operators }, testMatch: CONSOLE, ...(isLong ? {} : { grepInvert: /@axe/ }) },
    { name: 'desktop', use: { ...DESK, ...members }, testIgnore: CONSOLE },
    {
      name: 'phone',
      use: { ...PHONE, ...members },
      ...(isLong
        ? { testIgnore: CONSOLE }
        : {
            testIgnore: [CONSOLE, /(accessibility|first-load|forms|guards|reach)\.spec/],
            grepInvert: /@axe|@desk-only/,
          }),
    },
    ...(isLong ? [{ name: 'console-phone', use: { ...PHONE, ...operators }, testMatch: CONSOLE }] : []),
  ],
})
