import { expect, test } from 'vitest'
import type { Fonts, Script } from './document-fonts.ts'
import type { Font } from './plain-font.ts'
import { setLines, type Direction } from './text-lines.ts'

/** Every letter is as wide as high. */
const fonts: Fonts = {
  use: () => ({ layout: (text: string) => ({ advanceWidth: text.length * 1000 }) }) as unknown as Font,
  has: (script: Script, character) =>
    script === 'arabic' ? /[\u0600-\u06ff ().:]/.test(character) : /[ -~]/.test(character),
}

/** From left to right. The Arabic font turns its text around itself. */
function shown(text: string, { direction = 'rtl', width = 1000 }: { direction?: Direction; width?: number } = {}) {
  const lines = setLines(fonts, text, { direction, weight: 'regular', size: 1, width })
  return lines.map(({ pieces }) =>
    pieces
      .toSorted((a, b) => a.x - b.x)
      .map(({ text: own, script }) => (script === 'arabic' ? [...own].toReversed().join('') : own))
      .join(''),
  )
}

test.each([
  ['words', 'كشف حساب', 'باسح فشك'],
  ['an amount and brackets', '\u2068$12.34567\u2069 (دولار)', '(رالود) $12.34567'],
  ['an amount below zero', 'دفع \u2068-$5.00000\u2069', '-$5.00000 عفد'],
  ['a moment', '18 نوفمبر، 10:14 UTC', 'UTC 10:14 ،ربمفون 18'],
  ['a name of two scripts', 'إلى \u2068John محمد Smith\u2069 (عكس)', '(سكع) John دمحم Smith ىلإ'],
  ['digits of Arabic', 'رقم ٢٥ من abc', 'abc نم ٢٥ مقر'],
  ['an address', 'دفع إلى \u2068https://example.org/a-1\u2069.', '.https://example.org/a-1 ىلإ عفد'],
  ['nothing', '', ''],
])('on a line from right to left, %s', (_what, text, expected) => {
  expect(shown(text)).toEqual([expected])
})

test('within text from left to right, an Arabic name runs from right to left', () => {
  expect(shown('Transfer to محمد أحمد (reversed)', { direction: 'ltr' })).toEqual(['Transfer to دمحأ دمحم (reversed)'])
})

test('a word that is longer than many lines is looked at a few times for each', () => {
  let looks = 0
  const use = (...of: Parameters<Fonts['use']>) => {
    looks += 1
    return fonts.use(...of)
  }
  const lines = setLines({ ...fonts, use }, 'ع'.repeat(400), {
    direction: 'rtl',
    weight: 'regular',
    size: 1,
    width: 40,
  })
  expect(lines.map(({ width }) => width)).toEqual(Array.from({ length: 10 }, () => 40))
  expect(looks).toBeLessThan(130)
})

test('lines break between words, and within a word that is longer than a line', () => {
  expect(shown('كشف حساب عام', { width: 8 })).toEqual(['باسح فشك', 'ماع'])
  expect(shown('من abcdefghij', { width: 4 })).toEqual(['نم', 'abcd', 'efgh', 'ij'])
  expect(shown('abcdefghij', { width: 4 })).toEqual(['abcd', 'efgh', 'ij'])
})
