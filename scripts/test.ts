import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun } from './suite/describe.ts'
import { readBrowserFiles, readServerFiles, type TestFile } from './suite/files.ts'
import { runPart, type Part, type PartResult } from './suite/part.ts'
import { readSteal } from './suite/processor.ts'

// `npm test` and `npm run test:long`. A red part stops nothing: all of them run, all are reported, and the exit code says
// the rest. Nothing fails because of a time.

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false }, part: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'trefoil-run-'))
const [servers, browsers] = [join(folder, 'servers.json'), join(folder, 'browsers.json')]
const shard = values.part === undefined ? [] : [`--shard=${values.part}`]
const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${servers}`]

const CHECKS: Part[] = ['types', 'languages', 'lint', 'circles', 'format', 'dead'].map((name) => ({
  title: `check:${name}`,
  command: ['npm', 'run', '--silent', `check:${name}`],
}))

const projects = values.long ? ['integration', 'long'] : ['unit', 'integration']
const TESTS: Part[] = [
  {
    title: 'units and servers',
    command: ['vitest', 'run', ...projects.flatMap((name) => ['--project', name]), ...reports, ...shard],
  },
  { title: 'browsers', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...shard] },
]

const variables = { E2E_RESULTS: browsers, ...(values.long && { TREFOIL_LONG: '1' }) }
const steal = readSteal()
const results: PartResult[] = []
for (const part of values.long ? TESTS : [...CHECKS, ...TESTS]) {
  const result = await runPart(part, variables)
  results.push(result)
  if (result.wasInterrupted) break
}
const files: TestFile[] = [...readServerFiles(servers), ...readBrowserFiles(browsers)]
rmSync(folder, { recursive: true, force: true })
process.stdout.write(describeRun({ results, files, stolen: steal.share(), hasBudget: !values.long }))
if (results.some(({ isGreen }) => !isGreen)) process.exitCode = 1
