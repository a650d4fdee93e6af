import { fileURLToPath } from 'node:url'
import { bundlePrograms } from './bundle.ts'

/* Bundles the server into a folder inside this package. */

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node apps/server/build.ts <folder>')
await bundlePrograms({ serve: fileURLToPath(new URL('src/serve.ts', import.meta.url)) }, folder)
