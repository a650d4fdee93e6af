import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compiledFile } from '../vite-languages.ts'
import { faultsOf } from './faults.ts'
import { readMessages } from './read-messages.ts'
import { readTranslations, TRANSLATED } from './read-translations.ts'

const SIZE_MAX = 25_000

test.each(TRANSLATED)('%s is whole, and one file of at most 25 kB', async (language) => {
  expect(faultsOf(language, await readTranslations(language), await readMessages())).toEqual([])
  const { length } = gzipSync(await compiledFile(language))
  expect(length).toBeLessThan(SIZE_MAX)
})
