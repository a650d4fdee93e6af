import { enableCompileCache } from 'node:module'

/** Later starts reuse the compiled code of what is imported after this call. */
export const enableCompiledCode = (): unknown =>
  enableCompileCache(new URL('../../../node_modules/.cache/compiled', import.meta.url).pathname)
