import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASVS_ROWS } from './asvs.ts'
import { problemsOf } from './problems.ts'
import { readRows } from './table.ts'

const root = join(import.meta.dirname, '../..')

function readFile(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

const markdown = readFile('docs/security.md') ?? ''

test('docs/security.md has every requirement once, and every test and document that it names exists', () => {
  expect(ASVS_ROWS).toHaveLength(253)
  expect(problemsOf(markdown, readFile)).toEqual([])
})

test('a row that is missing, doubled or unfounded is reported', () => {
  const rows = readRows(markdown)
  expect(rows.length).toBe(ASVS_ROWS.length)
  const line = (id: string) => markdown.split('\n').find((each) => each.startsWith(`| ${id} `)) ?? ''
  const problems = (from: string, to: string) => problemsOf(markdown.replace(from, to), readFile)
  expect(problems(line('V1.1.1'), '')).toEqual(['V1.1.1 is missing'])
  expect(problems(line('V1.1.1'), `${line('V1.1.1')}\n${line('V1.1.1')}`)).toEqual(['V1.1.1 is there twice'])
  const withCell = (cell: string) => problems(line('V1.1.1'), `| V1.1.1 | decoding | ${cell} |`)
  expect(withCell('`auth/sessions.test.ts` › a title that was changed')).toEqual([
    'V1.1.1: auth/sessions.test.ts has no test "a title that was changed"',
  ])
  expect(withCell('`auth/gone.test.ts` › anything')).toEqual(['V1.1.1: there is no file auth/gone.test.ts'])
  expect(withCell('[somewhere](operating.md#nowhere)')).toEqual(['V1.1.1: operating.md has no part #nowhere'])
  expect(withCell('we are sure')).toEqual(['V1.1.1: "we are sure" is neither a test, nor a document, nor a reason'])
})

const sources = ['apps/server/src', 'packages/core/src', 'packages/contract/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    // The list of common passcodes is words that people chose.
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|common-passcodes/.test(name))
    .map((name) => join(folder, name)),
)

test('no secret can come from a random source that is not made for it', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((path) => readFile(path)?.includes('Math.random'))).toEqual([])
})

test('no weak hash, cipher or mode, and no code made from text, is named in the source', () => {
  const weak = /\b(md5|sha-?1|rc4|des-|aes-\d+-(ecb|cbc|ctr)|createCipher\(|new Function\(|eval\()/i
  expect(sources.filter((path) => weak.test(readFile(path) ?? ''))).toEqual([])
})
