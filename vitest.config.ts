import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const globalSetup = './apps/server/src/testing/global-setup.ts'

// The files of a worker share what they import: a fifth of the time went into importing it again.
const isolate = false

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'contracts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          isolate,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'long',
          isolate,
          include: ['apps/server/src/**/*.long.test.ts'],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
    // Much of the time is waiting: for a chain to be final, a process to start, a clock to run out.
    maxWorkers: 3,
    // Tests start many processes, which need not compile the same code again.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
  },
})
