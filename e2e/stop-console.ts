import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { stopConsole } from './start-servers.ts'

const isOfConsole = (test: TestCase) => test.parent.project()?.name.startsWith('console') ?? false

/** Stops the console's server once the last of its tests has ended. A reporter, because only reporters see all tests. */
export default class StopConsole implements Reporter {
  #left = 0

  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#left = suite.allTests().filter(isOfConsole).length
  }

  onTestEnd(test: TestCase): void {
    if (!isOfConsole(test)) return
    this.#left -= 1
    if (this.#left === 0) void stopConsole()?.catch(() => {})
  }
}
