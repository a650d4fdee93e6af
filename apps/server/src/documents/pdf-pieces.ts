import type { Pdf } from './pdf.ts'

const CHUNK_BYTES = 64 * 1024

/**
 * The file, piece by piece, while it is drawn: however long it becomes, little of it is in memory. `steps` draw; between
 * two of them other work gets its turn.
 */
export async function* piecesOf({ doc, root }: Pdf, steps: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  const chunks = makeChunks()
  chunks.add(doc.read() as Uint8Array)
  // The library hands on every few bytes at once, and waits for no reader.
  doc.push = (piece: Uint8Array | null) => {
    if (piece) chunks.add(piece)
    return true
  }
  for await (const _ of steps) {
    yield* chunks.full()
    await new Promise((resume) => setImmediate(resume))
  }
  root.end()
  doc.end()
  yield* chunks.all()
}

function makeChunks() {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let used = 0
  let full: Uint8Array[] = []
  const flush = () => {
    full.push(chunk.subarray(0, used))
    chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    used = 0
  }
  return {
    add(piece: Uint8Array) {
      for (let from = 0; from < piece.length;) {
        const some = piece.subarray(from, from + CHUNK_BYTES - used)
        chunk.set(some, used)
        used += some.length
        from += some.length
        if (used === CHUNK_BYTES) flush()
      }
    },
    full() {
      const taken = full
      full = []
      return taken
    },
    all() {
      if (used > 0) flush()
      return this.full()
    },
  }
}

type Reference = { data: unknown; end(): void }
/** What is used of the library beyond its types. */
type Structured = {
  ref(data: unknown): Reference
  getStructParentTree(): { get(key: number): unknown; add(key: number, value: unknown): void }
}

/**
 * Begins a page. The library would keep until the end which element each piece of the last page belongs to: it is
 * written now.
 */
export function nextPage({ doc }: Pdf): void {
  const structured = doc as unknown as Structured
  const tree = structured.getStructParentTree()
  const key = (doc.page.dictionary as unknown as { data: { StructParents?: number } }).data.StructParents
  if (key !== undefined) {
    const elements = structured.ref(tree.get(key))
    elements.end()
    elements.data = null
    tree.add(key, elements)
  }
  doc.addPage()
}
