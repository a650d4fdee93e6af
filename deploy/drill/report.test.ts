import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { longestGap } from './load/load.ts'
import { allMissed, conclude, describeFailure, missedBy } from './report.ts'

const well = {
  drill: 'switchover',
  silenceMs: 1900,
  silenceMaxMs: 10_000,
  answers: { '200': 5, '503': 2, none: 1 },
  acknowledged: 5,
  medianMs: 10,
  lost: 0,
  doubled: 0,
  tookMs: 12_000,
}

test('the silence is the longest time between two answers, or to an end of the drill', () => {
  expect(longestGap([130, 110, 120], { from: 100, to: 140 })).toBe(10)
  expect(longestGap([110, 150, 155], { from: 100, to: 160 })).toBe(40)
  expect(longestGap([160], { from: 100, to: 170 })).toBe(60)
  expect(longestGap([], { from: 100, to: 170 })).toBe(70)
})

describe('a drill', () => {
  test('meets its goals when nothing is lost, doubled or refused for good', () => {
    expect(missedBy(well)).toEqual([])
  })

  test.each([
    [{ lost: 1 }, '1 acknowledged and lost'],
    [{ doubled: 2 }, '2 doubled'],
    [{ answers: { '200': 5, '500': 1 } }, 'answers of 500'],
    [{ silenceMs: 10_001 }, 'silent for 10.0 s'],
    [{ acknowledged: 0 }, 'nothing was acknowledged'],
  ])('misses them with %o', (change, complaint) => {
    expect(missedBy({ ...well, ...change })).toEqual([complaint])
  })
})

describe('a run', () => {
  const outcome = { ...well, missed: [] }

  test('meets its goals when every drill does, and everything is acknowledged in the end', () => {
    expect(allMissed({ outcomes: [outcome], open: 0 })).toEqual([])
  })

  test.each([
    [{ outcomes: [{ ...outcome, missed: ['2 doubled'] }] }, 'switchover: 2 doubled'],
    [{ open: 3 }, '3 orders were never acknowledged'],
    [{ failure: '"disk full" took more than 4 minutes' }, '"disk full" took more than 4 minutes'],
  ])('misses them with %o', (change, complaint) => {
    expect(allMissed({ outcomes: [outcome], ...change })).toEqual([complaint])
  })

  test('a check that failed is told with what it said', () => {
    const error = Object.assign(new Error('Command failed: verify'), { stdout: 'VIOLATED: balances add up\n' })
    expect(describeFailure(error)).toBe('Command failed: verify\nVIOLATED: balances add up')
  })

  test('that was cut short reports what it has found until then, and keeps the logs', async () => {
    const quiet = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((one) => one.mockReturnValue(undefined))
    const path = await mkdtemp(join(tmpdir(), 'trefoil-report-'))
    onTestFinished(async () => {
      for (const one of quiet) one.mockRestore()
      await rm(path, { recursive: true })
    })
    const folder = pathToFileURL(`${path}/`)
    const keepLogs = vi.fn(async () => {})
    expect(await conclude({ outcomes: [outcome], failure: 'too late' }, { keepLogs, folder })).toBe(1)
    expect(keepLogs).toHaveBeenCalledOnce()
    const [file = ''] = await readdir(path)
    expect(JSON.parse(await readFile(join(path, file), 'utf8'))).toMatchObject({
      outcomes: [{ drill: 'switchover', acknowledged: 5 }],
      missed: ['too late'],
    })
    expect(await conclude({ outcomes: [outcome], open: 0 }, { keepLogs, folder })).toBe(0)
    expect(keepLogs).toHaveBeenCalledOnce()
  })
})
