import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They try many cases of everything at once, and are needed only where no example shows the fault. */
const LAST = ['members-at-large', 'reversals-at-large', 'division']

class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LAST.findIndex((name) => moduleId.includes(name))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

// What Stryker runs, in its copy of core.
export default defineConfig({
  test: {
    // Stryker's own `testFiles` would leave faults in constants without effect.
    include: ['{deposits,ledger,network,payouts,programme}/*.test.ts', 'money.test.ts'].map(
      (tests) => `packages/core/src/${tests}`,
    ),
    isolate: false,
    setupFiles: ['./scripts/mutants/setup.ts'],
    sequence: { sequencer: ExamplesFirst },
    // Only against hanging.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
