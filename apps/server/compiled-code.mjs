import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Later starts reuse the compiled code of what is imported after this file. Plain JavaScript: for the first file with types,
// Node would load what removes them, which takes 20 MB in every thread.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
