// For installations whose server may not write to where its code is: after this, no start has to remove types. See
// `without-types.mjs`.
import { globSync, readFileSync } from 'node:fs'
import { withoutTypes } from './without-types.mjs'

const ROOT = new URL('../../', import.meta.url)

for (const file of globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: ROOT }))
  withoutTypes(readFileSync(new URL(file, ROOT), 'utf8'))
