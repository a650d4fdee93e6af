import { Zip, ZipDeflate } from 'fflate'

export type ZipFile = { readonly name: string; readonly text: AsyncIterable<string> | Iterable<string> }

/** Fflate’s own 8 allocates 2 MB for each file. An export has over a hundred, and most have a few hundred bytes. */
const MEMORY = 4

/** Packs one file after another: never more than a piece of one is in memory. */
export async function* zip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = []
  const archive = new Zip((error, data) => {
    if (error) throw error
    packed.push(data)
  })
  const utf8 = new TextEncoder()
  for await (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6, mem: MEMORY })
    archive.add(file)
    for await (const piece of text) {
      file.push(utf8.encode(piece))
      yield* packed.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* packed.splice(0)
  }
  archive.end()
  yield* packed.splice(0)
}
