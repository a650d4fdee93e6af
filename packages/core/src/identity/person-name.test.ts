import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPersonName } from './person-name.ts'

const refused = expect.objectContaining({ code: 'invalid_name' }) as Error

test.each([
  ['  Ada   Moreno ', 'Ada Moreno'],
  ['Ame\u0301lie', 'Am\u00e9lie'],
  ['Ann\u00a0O’Brien-Núñez, Jr.', 'Ann O’Brien-Núñez, Jr.'],
  ['山田\u3000太郎', '山田 太郎'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['ක්\u200dෂණ', 'ක්\u200dෂණ'],
  ['X Æ A-12', 'X Æ A-12'],
  ['Tre Foley', 'Tre Foley'],
  ['Nguyễn Thị Hồng', 'Nguyễn Thị Hồng'],
])('%j is the name %j', (typed, name) => {
  expect(readPersonName(typed)).toBe(name)
  expect(readPersonName(name)).toBe(name)
})

describe('a name that cannot be seen as it is, is refused', () => {
  test.each([
    ['nothing', '   '],
    ['a zero-width space alone', '\u200b'],
    ['a Hangul filler', '\u3164'],
    ['a Braille blank', '\u2800'],
    ['a soft hyphen inside', 'Ada\u00adMoreno'],
    ['a joiner between Latin letters', 'Ad\u200da'],
    ['a change of direction', 'Ada \u202eonerom'],
    ['an isolate', 'Ada \u2066x\u2069'],
    ['a tag character', 'Ada\u{e0041}'],
    ['a variation selector', 'Ada\ufe0f'],
    ['a control character', 'Ada\u0007'],
    ['a line separator', 'Ada\u2028Moreno'],
    ['half a surrogate pair', 'Ada\ud800'],
    ['private use', '\ue000Ada'],
    ['marks alone', '\u0301\u0302'],
    ['punctuation alone', '...'],
    ['a tower of marks', `A${'\u0335'.repeat(6)}da`],
    ['101 characters', 'a'.repeat(101)],
  ])('%s', (_, typed) => {
    expect(() => readPersonName(typed)).toThrow(refused)
  })
})

describe('nobody takes the product’s name', () => {
  test.each([
    'Trefoil',
    'TREFOIL',
    'Trefoil Support',
    'T r e f o i l',
    'Trefoil-Team',
    'Ｔｒｅｆｏｉｌ',
    '𝐓𝐫𝐞𝐟𝐨𝐢𝐥 Support',
    'Tréfoil',
    'Тrеfоіl',
    'Tref0il',
    'Trefo1l Help',
    'Trefo!l',
    'TrefoiI',
    'tre.foil',
    'The Trefoil Foundation',
  ])('%s', (typed) => {
    expect(() => readPersonName(typed)).toThrow(refused)
  })
})

test('whatever was typed: a name that is accepted is composed, and reads the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (typed) => {
      let name: string
      try {
        name = readPersonName(typed)
      } catch {
        return
      }
      expect(name).toBe(name.normalize('NFC').trim())
      expect(readPersonName(name)).toBe(name)
    }),
  )
})
