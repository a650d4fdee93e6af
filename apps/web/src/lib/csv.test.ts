import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test('cells are separated by commas, rows by line ends, and nothing stands for null', () => {
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

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is a text, not a formula', (cell) => {
  expect(csvLines([[cell]])).toBe(`'${cell}\r\n`)
})

test('negative numbers stay numbers', () => {
  expect(csvLines([[-5.2]])).toBe('-5.2\r\n')
})
