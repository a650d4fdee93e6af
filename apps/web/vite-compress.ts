import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const BYTES_MIN = 1024

/** Compresses what is served once, as well as can be, instead of at every request as well as time allows. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir: folder }) {
      if (!folder) throw new Error('The build has no folder.')
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files.filter((file) => /\.(js|css|svg|html)$/.test(file)).map((file) => compress(join(folder, file))),
      )
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < BYTES_MIN) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
