import { enableCompiledCode } from './compiled-code.ts'

enableCompiledCode()
await import('./cli/run.ts')
