import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeRun } from './describe.ts'
import { readBrowserFiles, readServerFiles } from './files.ts'
import { runPart } from './part.ts'

const node = (script: string) => [process.execPath, '--eval', script]

test('a part that fails, or cannot be started, is red, and the processor time of what it started counts', async () => {
  const busy = 'while (process.cpuUsage().user < 400_000);'
  const grandchild = `require('node:child_process').execFileSync(process.execPath, ['--eval', ${JSON.stringify(busy)}]); process.exit(3)`
  const red = await runPart({ title: 'red', command: node(grandchild) }, {})
  expect(red).toMatchObject({ isGreen: false, wasInterrupted: false })
  if (process.platform === 'linux') expect(red.processorSeconds).toBeGreaterThan(0.3)
  expect(await runPart({ title: 'missing', command: ['no-such-program'] }, {})).toMatchObject({ isGreen: false })
  const green = node(`process.exit(process.env.SAID === 'yes' ? 0 : 1)`)
  expect(await runPart({ title: 'green', command: green }, { SAID: 'yes' })).toMatchObject({ isGreen: true })
})

test('the end of a run names what is red, its dearest files and its share of the budget', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trefoil-suite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, report: object) => {
    writeFileSync(join(folder, name), JSON.stringify(report))
    return join(folder, name)
  }
  const servers = write('servers.json', {
    testResults: [
      {
        name: '/elsewhere/one.test.ts',
        status: 'passed',
        startTime: 1000,
        endTime: 3500,
        assertionResults: [{ status: 'passed' }, { status: 'pending' }],
      },
      { name: '/elsewhere/broken.test.ts', status: 'failed', startTime: 0, endTime: 0, assertionResults: [] },
    ],
  })
  const spec = (status: string, duration: number) => ({ tests: [{ status, results: [{ duration }] }] })
  const browsers = write('browsers.json', {
    suites: [{ file: 'a.spec.ts', specs: [spec('expected', 4000)], suites: [{ specs: [spec('unexpected', 2000)] }] }],
  })
  const files = [...readServerFiles(servers), ...readBrowserFiles(browsers)]
  expect(readBrowserFiles(join(folder, 'missing.json'))).toEqual([])
  const part = { wasInterrupted: false, seconds: 61, processorSeconds: 90 }
  const results = [
    { ...part, title: 'units and servers', isGreen: false },
    { ...part, title: 'browsers', isGreen: true },
  ]
  const said = describeRun({ results, files, stolen: 0.0312, hasBudget: true })
  expect(said).toMatch(/units and servers +1:01 +1:30 {2}RED\nbrowsers +1:01 +1:30\nall +2:02 +3:00\n/)
  expect(said).toContain('on this machine: 3:00 of 24:00 minutes.')
  expect(said).toContain('neighbours took 3.1 % of their time.')
  expect(said).toMatch(/ 6\.0 {2}e2e\/a\.spec\.ts\n +2\.5 {2}\S*elsewhere\/one\.test\.ts\n/)
  expect(said).toMatch(/RED: \S*broken\.test\.ts \(1\)\nRED: e2e\/a\.spec\.ts \(1\)\n2 passed, 2 failed, 1 skipped\n$/)
})
