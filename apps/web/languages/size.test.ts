import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compiledFile } from '../vite-languages.ts'
import { faultsOf } from './faults.ts'
import { readMessages } from './read-messages.ts'
import { readTranslations, TRANSLATED } from './read-translations.ts'

const SIZE_MAX = 25_000

test.each(TRANSLATED)('%s is whole, and its files have at most 25 kB each', async (language) => {
  expect(faultsOf(language, await readTranslations(language), await readMessages())).toEqual([])
  for (const part of ['first', 'later'] as const)
    expect(gzipSync(await compiledFile(language, part)).length, part).toBeLessThan(SIZE_MAX)
})

test('what explains is not part of what every page loads', async () => {
  const groups = [...(await readMessages())].filter(([, [message]]) => message?.part === 'later').map(([name]) => name)
  expect(groups.toSorted()).toEqual(['division', 'explained', 'figures', 'findings', 'transactionWords'])
})
