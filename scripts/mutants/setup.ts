import fc from 'fast-check'
import { vi } from 'vitest'

// The same few cases for every fault: two runs have the same result, and no time is spent on the smallest example.
fc.configureGlobal({ seed: 1, numRuns: 25, endOnFailure: true })

// One worker runs everything. A fault in a constant is only there if the module is evaluated again.
vi.resetModules()
