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
  expect(csvLines([['Rossi, Chiara', 'the "first"', 'two\nlines']])).toBe(
    '"Rossi, Chiara","the ""first""","two\nlines"\r\n',
  )
})

test.each(['=1+1', '+1', '-1+1', '-A1', '--1', '-1.', '@SUM(A1)', '\t=1'])('%j is text, not a formula', (cell) => {
  expect(csvLines([[cell]])).toBe(`'${cell}\r\n`)
})

test('a formula that needs quotes has its apostrophe inside them', () => {
  expect(csvLines([['=SUM(A1,A2)', '\r=1', '-1\n']])).toBe('"\'=SUM(A1,A2)","\'\r=1","\'-1\n"\r\n')
})

test('negative numbers stay numbers, including decimals as the database writes them', () => {
  expect(csvLines([[-5.2, '-5.20000', -12n, '0.50000']])).toBe('-5.2,-5.20000,-12,0.50000\r\n')
})

test('dates are in UTC, and booleans are words', () => {
  expect(csvLines([[new Date('2026-02-28T12:00:00+01:00'), true, false]])).toBe(
    '2026-02-28T11:00:00.000Z,true,false\r\n',
  )
})
