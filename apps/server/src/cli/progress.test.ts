import { expect, test } from 'vitest'
import { progressBar } from './progress.ts'

test('a terminal sees one line that fills up and ends', () => {
  const written: string[] = []
  const report = progressBar(40, 'members', { isTTY: true, write: (text) => written.push(text) })
  for (const done of [0, 10, 40]) report(done)
  expect(written).toEqual([
    `\r[${'.'.repeat(30)}]   0 % 0 of 40 members`,
    `\r[${'#'.repeat(7)}${'.'.repeat(23)}]  25 % 10 of 40 members`,
    `\r[${'#'.repeat(30)}] 100 % 40 of 40 members\n`,
  ])
})

test('without a terminal, nothing is written', () => {
  const written: string[] = []
  progressBar(40, 'members', { isTTY: false, write: (text) => written.push(text) })(20)
  expect(written).toEqual([])
})
