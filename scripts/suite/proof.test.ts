import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The cells of each row: promise, file, test, level. */
const rows = read('docs/proof.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('the table of promises is long enough to be the whole one', () => {
  expect(rows.length).toBeGreaterThan(60)
})

test.each(rows.map(([, promise = '', file = '', name = '']) => ({ promise, file: file.replaceAll('`', ''), name })))(
  'it is still shown that $promise',
  ({ file, name }) => {
    // A test of the long form runs too seldom.
    expect(file).not.toContain('.long.')
    expect(read(file).includes(name), `${file} has "${name}"`).toBe(true)
  },
)
