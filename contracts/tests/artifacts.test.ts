import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContracts } from '../compile.ts'

test('the committed artefacts are what the sources compile to', { timeout: 120_000 }, () => {
  for (const [path, text] of compileContracts())
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), path).toBe(text)
})
