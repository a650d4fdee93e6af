import { enableCompileCache } from 'node:module'

/** What one start has compiled, the next does not compile again. Only for what is imported afterwards. */
export const enableCompiledCode = (): unknown =>
  enableCompileCache(new URL('../../../node_modules/.cache/compiled', import.meta.url).pathname)
