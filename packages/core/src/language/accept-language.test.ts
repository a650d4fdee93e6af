import { expect, test } from 'vitest'
import { acceptedLanguage } from './accept-language.ts'

test.each([
  ['es', 'es'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en-GB, en;q=0.9, fr;q=0.8', 'en'],
  ['de-DE,de;q=0.9,fr;q=0.5,en;q=0.3', 'fr'],
  ['en;q=0.2, ar-EG ; q=0.7, id;q=0.70', 'ar'],
  ['FR-ca', 'fr'],
  ['zh-Hans-CN,id;q=0.001', 'id'],
  ['es;q=0,pt;q=0.000', undefined],
  ['de,ja', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('of "%s", the answer is in %s', (header, expected) => {
  expect(acceptedLanguage(header)).toBe(expected)
})

test.each([
  ['a weight above one', 'fr;q=2,es;q=0.1', 'es'],
  ['a weight that is none', 'fr;q=x,es;q=0.1', 'es'],
  ['a name of every object', 'constructor,__proto__', undefined],
  ['markup', '<b>fr</b>', undefined],
  ['more than a browser sends', `${'de,'.repeat(200)}fr`, undefined],
])('%s is not read', (_what, header, expected) => {
  expect(acceptedLanguage(header)).toBe(expected)
})
