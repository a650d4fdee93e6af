import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MutationReport } from './report.ts'

const VERSION = '10.1.1'
const PACKAGES = ['@stryker-mutator/core', '@stryker-mutator/vitest-runner']

type Run = { root: string; mutate: readonly string[]; concurrency: number }

/** Plants one fault after another in a copy of core, and runs the tests that reach it. If it cannot, it has said why. */
export function runStryker({ root, mutate, concurrency }: Run): MutationReport | undefined {
  const cache = join(root, 'node_modules/.cache')
  const installed = fetchStryker(cache)
  if (installed === undefined) return undefined
  const work = mkdtempSync(join(tmpdir(), 'trefoil-mutants-'))
  const report = join(work, 'report.json')
  const config = join(work, 'stryker.json')
  const options = {
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    // Its own search looks beside the project's dependencies only.
    plugins: [join(installed, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    mutate,
    coverageAnalysis: 'perTest',
    // Copied are core and the settings of its tests.
    ignorePatterns: [
      '/*',
      '!/packages',
      '/packages/*',
      '!/packages/core',
      '!/scripts',
      '/scripts/*',
      '!/scripts/mutants',
      '!/tsconfig.base.json',
    ],
    // No such file: for one that is there, Stryker calls a function that TypeScript 7 lacks.
    tsconfigFile: 'tsconfig.none.json',
    tempDirName: join(work, 'copy'),
    concurrency,
    // A busy machine is slow, which is no endless loop.
    timeoutMS: 60_000,
    allowEmpty: false,
    checkers: [],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    allowConsoleColors: process.stdout.isTTY,
    logLevel: 'warn',
  }
  writeFileSync(config, JSON.stringify(options))
  try {
    const program = join(installed, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    const { status } = spawnSync(process.execPath, [program, 'run', config], { cwd: root, stdio: 'inherit' })
    return status === 0 ? (JSON.parse(readFileSync(report, 'utf8')) as MutationReport) : undefined
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Fetched when it is used: nothing else needs it. */
function fetchStryker(cache: string): string | undefined {
  const folder = join(cache, `stryker-${VERSION}`)
  if (existsSync(folder)) return folder
  console.log(`Fetching Stryker ${VERSION}…`)
  // Named when it is complete, so an interrupted installation is not taken for one.
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  writeFileSync(join(partial, 'package.json'), '{ "private": true }\n')
  // It uses the project's Vitest, not one of its own.
  const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const wanted = PACKAGES.map((name) => `${name}@${VERSION}`)
  const shell = process.platform === 'win32'
  const { status } = spawnSync('npm', ['install', ...flags, ...wanted], { cwd: partial, stdio: 'inherit', shell })
  if (status !== 0) {
    console.error(`Stryker ${VERSION} could not be fetched.`)
    return undefined
  }
  renameSync(partial, folder)
  return folder
}
