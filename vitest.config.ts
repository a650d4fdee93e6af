import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const globalSetup = './apps/server/src/testing/global-setup.ts'

// Files of a worker share their imports: importing them again took a fifth of the time.
const isolate = false

// Node itself imports the server and removes its types, with the same cache of compiled code for all workers: a third of
// the processor time of Vite's module runner. Web tests need Vite.
const experimental = { viteModuleRunner: false, nodeLoader: false }

// What is waited for comes late on a busy machine.
const expect = { poll: { timeout: 60_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          expect,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/web/languages/*.test.ts',
            'scripts/**/*.test.ts',
            'contracts/**/*.test.ts',
            'verifier/*.test.ts',
            'bench/**/*.test.ts',
            'deploy/**/*.test.ts',
          ],
          exclude: ['**/*.long.test.ts', '**/node_modules/**'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'integration',
          isolate,
          experimental,
          expect,
          include: ['apps/server/src/**/*.test.ts', 'simulation/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          // Only against hanging: on a busy machine the longest took over a minute.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'long',
          isolate,
          experimental,
          expect,
          include: ['{apps/server,packages/core}/src/**/*.long.test.ts', 'simulation/**/*.long.test.ts'],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
        },
      },
    ],
    // Much of the time is spent waiting: for finality, for a process to start, for a time-out.
    maxWorkers: 3,
    // Tests start many processes of the same code.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
  },
})
