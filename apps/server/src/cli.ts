import '../without-types.mjs'

await import('./cli/run.ts')
