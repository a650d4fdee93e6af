import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const FILE = new URL('fixtures/version-13.json.br', import.meta.url)

/** Writes what an installation of version 13 left behind into `folder`: its backup, its secret and its chain. */
export async function unpackVersion13(folder: string): Promise<void> {
  const files = JSON.parse(brotliDecompressSync(await readFile(FILE)).toString()) as Record<string, string>
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600 })
  }
}
