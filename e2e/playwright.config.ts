import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

// Chosen once and inherited by every worker: another copy may be running beside this one.
const port = (process.env['E2E_PORT'] ??= String(randomInt(20_000, 30_000)))
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'trefoil-e2e-')))

const chromium = findChromium()

// `npm test` walks every screen and journey on a desk, and the journeys of members on a phone. `npm run test:long` walks all
// of it on both, and looks at the console with axe.
const isLong = process.env['TREFOIL_LONG'] === '1'

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }
const CONSOLE = /operator-\w+\.spec/

export default defineConfig({
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  globalTeardown: './remove-data.ts',
  webServer: {
    command: 'node ../apps/server/src/main.ts',
    url: `http://127.0.0.1:${port}/api/ready`,
    env: { PORT: port, DATA_DIR: dataDir, LIMIT_SIGN_UPS_PER_HOUR: '1000' },
    gracefulShutdown: { signal: 'SIGINT', timeout: 20_000 },
  },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
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
  projects: [
    { name: 'desktop', use: DESK, testIgnore: CONSOLE },
    {
      name: 'phone',
      use: PHONE,
      ...(isLong
        ? { testIgnore: CONSOLE }
        : {
            testIgnore: [CONSOLE, /(accessibility|first-load|forms|guards|reach)\.spec/],
            grepInvert: /axe|wider|seven/,
          }),
    },
    // Last, because its operators change the programme that everybody else is told about.
    {
      name: 'console',
      use: DESK,
      testMatch: CONSOLE,
      dependencies: ['desktop', 'phone'],
      ...(isLong ? {} : { grepInvert: /axe/ }),
    },
    ...(isLong ? [{ name: 'console-phone', use: PHONE, testMatch: CONSOLE, dependencies: ['console'] }] : []),
  ],
})
