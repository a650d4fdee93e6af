import { expect, test } from 'vitest'
import { readReport, scoreOf, type MutationReport } from './report.ts'

const source = 'const least = (a, b) =>\n  a < b ? a : b\n'
const found = (status: string, replacement: string, from: number, to: number) => ({
  mutatorName: 'EqualityOperator',
  replacement,
  location: { start: { line: 2, column: from }, end: { line: 2, column: to } },
  status,
})
const report: MutationReport = {
  files: {
    'money.ts': {
      source,
      mutants: [
        found('Killed', 'a >= b', 3, 8),
        found('Timeout', 'true', 3, 8),
        found('Survived', 'a <= b', 3, 8),
        found('NoCoverage', 'false', 3, 8),
        found('CompileError', '"', 3, 8),
      ],
    },
  },
}
const equivalent = { file: 'money.ts', line: 'a < b ? a : b', fault: 'a <= b ? a : b', why: 'The same amount.' }

test('faults that were noticed and those that were not are counted, and the latter shown', () => {
  const { files } = readReport(report, [])
  expect(files).toMatchObject([
    {
      file: 'money.ts',
      noticed: 2,
      equivalent: 0,
      survivors: [
        { line: 2, before: 'a < b ? a : b', after: 'a <= b ? a : b', isReached: true },
        { line: 2, before: 'a < b ? a : b', after: 'false ? a : b', isReached: false },
      ],
    },
  ])
  expect(scoreOf(files)).toBe(50)
})

test('an equivalent fault counts neither way', () => {
  const { files, stale } = readReport(report, [equivalent])
  expect(files[0]?.survivors).toHaveLength(1)
  expect([files[0]?.equivalent, stale]).toEqual([1, []])
  expect(scoreOf(files).toFixed(2)).toBe('66.67')
})

test('an entry of the list that a test notices is stale, unless its file was not looked at', () => {
  const noticed = { ...equivalent, fault: 'a >= b ? a : b' }
  const elsewhere = { ...noticed, file: 'other.ts' }
  expect(readReport(report, [noticed, elsewhere]).stale).toEqual([noticed])
})
