// For installations whose server may not write to where its code is: after this, no start has to remove types. See
// `without-types.mjs`.
import { globSync, readFileSync } from 'node:fs'
import { keepWithoutTypes } from './without-types.mjs'

const ROOT = new URL('../../', import.meta.url)

export const FILES = globSync(
  ['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts', 'contracts/artifacts/*.ts', 'contracts/evm.ts'],
  { cwd: ROOT, exclude: ['**/*.test.ts', '**/testing/**'] },
).map((file) => new URL(file, ROOT))

for (const file of FILES) keepWithoutTypes(readFileSync(file, 'utf8'))
