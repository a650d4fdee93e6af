import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const here = new URL('.', import.meta.url)
const read = (file: string) => readFileSync(file, 'utf8')
const namesIn = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))

test('every variable that a part of Mantine or a sheet of ours asks for has a value', () => {
  const ours = globSync(new URL('../**/*.css', here).pathname).map(read)
  const { resolve } = createRequire(import.meta.url)
  const parts = [...namesIn(ours.join(), /@import '(@mantine\/core\/[^']+)'/g)]
  expect(parts.length).toBeGreaterThan(4)
  const sheets = [...ours, ...parts.map((part) => read(resolve(part)))].join('\n')
  const asked = namesIn(sheets, /var\((--mantine-[\w-]+)\)/g)
  const given = namesIn(sheets, /(--mantine-[\w-]+):/g)
  expect([...asked].filter((name) => !given.has(name))).toEqual([])
})
