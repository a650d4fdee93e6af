import { writeFileSync } from 'node:fs'
import { makeVectors } from './vectors.ts'

for (const [name, vectors] of Object.entries(makeVectors()))
  writeFileSync(
    new URL(`../src/proofs/vectors/${name}.json`, import.meta.url),
    `${JSON.stringify(vectors, undefined, 2)}\n`,
  )
