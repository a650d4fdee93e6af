import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test('commas separate cells, line ends separate rows, and null is an empty cell', () => {
  expect(
    csvLines([
      ['Name', 'Amount'],
      ['Ada', 4.35],
      [null, 0],
    ]),
  ).toBe('Name,Amount\r\nAda,4.35\r\n,0\r\n')
})

test('commas, quotes and line ends inside a cell stay inside it', () => {
  expect(csvLines([['Rossi, Chiara', 'the "first"', 'two\nlines', 'a;b', 'a\tb']])).toBe(
    '"Rossi, Chiara","the ""first""","two\nlines","a;b","a\tb"\r\n',
  )
})

test.each(['=1+1', '+1', '-1+1', '-A1', '--1', '-1.', '@SUM(A1)', '\tx', '\rx', ' =1', '＝1+1', '－1', '＋1', '＠A1'])(
  '%j is text, not a formula',
  (cell) => {
    expect(csvLines([[cell]])).toBe(`"'${cell}"\r\n`)
  },
)

test('a formula that needs quotes has its apostrophe inside them', () => {
  expect(csvLines([['=SUM(A1,A2)', '-1\n', '"=1"', '\t=1']])).toBe(`"'=SUM(A1,A2)","'-1\n","'""=1""","'\t'=1"\r\n`)
})

/** How a spreadsheet reads the file: a quote counts only where a cell begins, and wrong ones are taken as text. */
function readAs(separator: string, text: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted && character === '"') {
      if (text.charAt(at + 1) === '"') cell += text.charAt((at += 1))
      else isQuoted = false
    } else if (!isQuoted && character === '"' && cell === '') isQuoted = true
    else if (!isQuoted && (character === separator || character === '\n' || character === '\r')) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

test.each([
  "x;=1+cmd|' /C calc'!A0",
  'x; =1+1',
  'x;"=1+1"',
  'x;""=1+1',
  'x\n=1+1',
  'x\r\n+1',
  'x\t=1+1',
  'x";=1+1',
  'x;;@SUM(A1)',
  ';=1',
  'x;＝1',
  '=1;=2',
  'x,=1+1',
])('no cell of %j begins a formula, whichever separator the reader uses', (cell) => {
  for (const row of [[cell], ['before', cell, 'after'], [5, cell, -3]])
    for (const separator of [',', ';', '\t']) {
      const cells = readAs(separator, csvLines([row]))
      expect(cells.filter((one) => /^[\s"]*[=+@＝＋－＠-]/.test(one) && !/^-\d+(\.\d+)?$/.test(one))).toEqual([])
    }
  // With commas, as it is written, the cell is one.
  expect(
    readAs(',', csvLines([['before', cell]]))
      .slice(0, 2)[1]
      ?.replaceAll("'", ''),
  ).toBe(cell.replaceAll("'", ''))
})

test('negative numbers stay numbers, including decimals as the database writes them', () => {
  expect(csvLines([[-5.2, '-5.20000', -12n, '0.50000']])).toBe('-5.2,-5.20000,-12,0.50000\r\n')
})

test('dates are in UTC, and booleans are words', () => {
  expect(csvLines([[new Date('2026-02-28T12:00:00+01:00'), true, false]])).toBe(
    '2026-02-28T11:00:00.000Z,true,false\r\n',
  )
})
