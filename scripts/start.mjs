// Starts the server from its bundle. The web app is built beside the work of a first start.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { makeSure, SERVER, WEB } from './prepare/build.mjs'
import { endingWithSentence } from './prepare/prepare-error.mjs'

await endingWithSentence(async () => {
  const webBuilt = makeSure(WEB)
  // It is awaited when the rest is ready.
  webBuilt.catch(() => {})
  await makeSure(SERVER)
  enableCompileCache(join(SERVER.folder, 'compiled'))
  const { serve } = await import(join(SERVER.folder, 'bundled/serve.js'))
  await serve({ webBuilt })
})
