import { expect, test } from 'vitest'
import { translated } from '@trefoil/core/language/translate'
import { compiled } from './compile.ts'
import { faultsOf } from './faults.ts'
import { messagesIn, readMessages, type SourceMessage } from './read-messages.ts'

const CODE = `
import { messages, plural } from './messages.ts'
export const text = messages('shop', {
  title: 'Apples',
  parts: { first: 'One', lines: ['a', 'b' + ' {c}'] },
  sold: (count: number, name: string) =>
    plural(count, { one: \`\${name} sold \${count} apple\`, other: \`\${name} sold \${showCount(count)} apples #1\` }),
  of: (seen: number, label: string) => \`\${showCount(seen)} of \${label.toLowerCase()}\`,
} satisfies object)
`

const source = messagesIn('shop.ts', CODE)
const [sold, of] = (source.get('shop') ?? []).slice(-2) as [SourceMessage, SourceMessage]

test('a template in the code is a message with named values', () => {
  expect(source.get('shop')?.map(({ id, message }) => [id, message])).toEqual([
    ['shop.title', 'Apples'],
    ['shop.parts.first', 'One'],
    ['shop.parts.lines.0', 'a'],
    ['shop.parts.lines.1', "b '{'c'}'"],
    ['shop.sold', "{count, plural, one {{name} sold # apple} other {{name} sold # apples '#'1}}"],
    ['shop.of', '{seen, number} of {label}'],
  ])
})

test.each([
  ['a condition', '(a: string) => (a === "" ? "none" : a)'],
  ['a calculation', '(a: number) => `${a + 1}`'],
  ['a constant from elsewhere', '() => `${HOURS} hours`'],
  ['an object of objects', '({ a }: { a: object }) => `${a}`'],
])('%s cannot be translated', (_what, text) => {
  expect(() => messagesIn('x.ts', `messages('x', { text: ${text} })`)).toThrow(/^x\.text/)
})

test('a key that is a number would change the order of messages', () => {
  expect(() => messagesIn('x.ts', `messages('x', { b: 'b', '1': 'a' })`)).toThrow('a key must be a name')
})

const english = {
  title: 'Apples',
  lines: ['a', 'b'],
  sold: (count: number, name: string) => `${name} ${count}`,
}
const arabic = { language: 'ar', isolatesValues: true }
const SOLD =
  '{count, plural, zero {لا شيء} one {واحدة: {name}} two {اثنتان} few {# قليلة} many {# كثيرة} other {# أخرى} =1000 {ألف}}'

test('a translation has the shape of the English texts, and every plural of its language', () => {
  const translations = ['تفاح', 'أ', 'ب', compiled(sold, SOLD)].values()
  const text = translated(english, { find: () => translations.next().value, writing: arabic })
  expect([text.title, text.lines]).toEqual(['تفاح', ['أ', 'ب']])
  const said = [0, 1, 2, 3, 11, 100, 1000, 12_100].map((count) => text.sold(count, 'Ada'))
  const forms = ['لا شيء', 'واحدة: \u2068Ada\u2069', 'اثنتان', '3 قليلة', '11 كثيرة', '100 أخرى', 'ألف', '12,100 أخرى']
  expect(said).toEqual(forms)
})

test('a name that changes the writing direction does so only within itself', () => {
  const name = '\u202Eevil'
  const text = translated({ hi: (who: string) => who }, { find: () => [[0], ' مرحبا'], writing: arabic })
  expect(text.hi(name)).toBe(`\u2068${name}\u2069 مرحبا`)
  // Nor does it end there what keeps it within itself.
  expect(text.hi('evil\u2069 \u2067x')).toBe('\u2068evil x\u2069 مرحبا')
  expect(text.hi('a \u2068b\u2069')).toBe('\u2068a \u2068b\u2069\u2069 مرحبا')
})

const one = new Map([['shop', [sold, of]]])
const faults = (language: string, message: string) =>
  faultsOf(language, { 'shop.sold': message, 'shop.of': '{seen} {label}' }, one)

test.each([
  ['es', '{name}: {count, plural, one {# manzana} many {# de manzanas} other {# manzanas}}', []],
  ['id', '{name}: {count, plural, other {# apel}}', []],
  ['ar', SOLD, []],
  ['id', '{name}: {count, plural, one {# apel} other {# apel}}', ['has a form "one" that this language does not have']],
  ['es', '{name}: {count, plural, one {# manzana} other {# manzanas}}', ['has no form "many"']],
  ['ar', '{name} {count, plural, one {#} other {#}}', ['"zero"', '"two"', '"few"', '"many"']],
  ['fr', '{nom} : {count}', ['there is no value called {nom}', 'the value {name} is missing']],
  ['fr', '{count} {name, plural, one {#} many {#} other {#}}', ['{name} is a text, and cannot be counted']],
  ['fr', '{count} {name, date}', ['no format called date']],
  ['fr', '{count} {name', ['']],
  ['fr', ' ', ['it is empty']],
])('%s: "%s"', (language, message, expected) => {
  const found = faults(language, message)
  expect(found).toHaveLength(expected.length)
  for (const [index, fault] of expected.entries()) expect(found[index]).toContain(fault)
})

test('a message that is missing or not used is a fault', () => {
  expect(faultsOf('id', { 'shop.of': '{seen} {label}', 'shop.old': 'Lama' }, one)).toEqual([
    'shop.old is not used.',
    'shop.sold is missing.',
  ])
})

test('values may be named in one object, and are on the server', () => {
  const named = `messages('x', { paid: ({ amount, count }: { amount: string; count: number }) => \`\${amount}, \${count}\` })`
  expect(messagesIn('x.ts', named, true).get('x')).toEqual([
    {
      id: 'x.paid',
      message: '{amount}, {count}',
      parameters: [
        { name: 'amount', isNumber: false },
        { name: 'count', isNumber: true },
      ],
      byName: true,
      part: 'first',
    },
  ])
  expect(() => messagesIn('x.ts', `messages('x', { paid: (amount: string) => amount })`, true)).toThrow('one object')
})

test.each([
  ['web', 1000],
  ['server', 80],
] as const)('every text of the %s can be translated', async (part, atLeast) => {
  const messages = [...(await readMessages(part)).values()].flat()
  expect(messages.length).toBeGreaterThan(atLeast)
  for (const each of messages) expect(() => compiled(each, each.message)).not.toThrow()
})
