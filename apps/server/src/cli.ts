import '../compiled-code.mjs'

await import('./cli/run.ts')
