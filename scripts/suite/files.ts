import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type TestFile = { file: string; seconds: number; passed: number; failed: number; skipped: number }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type ServerReport = {
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string }[]
  }[]
}

/** Reads what Vitest wrote. A run that was cut off wrote nothing. */
export function readServerFiles(report: string): TestFile[] {
  return ((read(report) as ServerReport | undefined)?.testResults ?? []).map(
    ({ name, status, startTime, endTime, assertionResults: tests }) => {
      const failed = tests.filter((test) => test.status === 'failed').length
      const passed = tests.filter((test) => test.status === 'passed').length
      return {
        file: relative(ROOT, name),
        seconds: (endTime - startTime) / 1000,
        passed,
        // A file that could not be loaded has no tests.
        failed: failed === 0 && status === 'failed' ? 1 : failed,
        skipped: tests.length - passed - failed,
      }
    },
  )
}

type Suite = {
  file: string
  suites?: Suite[]
  specs: { tests: { status: string; results: { duration: number }[] }[] }[]
}

/** Reads what Playwright wrote. */
export function readBrowserFiles(report: string): TestFile[] {
  return ((read(report) as { suites: Suite[] } | undefined)?.suites ?? []).map((suite) => {
    const tests = testsIn(suite)
    const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length
    return {
      file: `e2e/${suite.file}`,
      seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      passed: count('expected', 'flaky'),
      failed: count('unexpected'),
      skipped: count('skipped'),
    }
  })
}

const testsIn = ({ suites = [], specs }: Suite): Suite['specs'][number]['tests'] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsIn),
]

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
