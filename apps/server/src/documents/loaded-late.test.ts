import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const pathOf = (file: string): string => new URL(file, import.meta.url).pathname
const CHILD = new URL('../testing/loaded-libraries.ts', import.meta.url).pathname

/** Of the large libraries. */
async function loadedBy(...files: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [CHILD, ...files.map(pathOf)])
  return JSON.parse(stdout)
}

test('a server that starts loads neither what draws documents nor what draws pictures', async () => {
  expect(await loadedBy('../start.ts', '../worker.ts')).toEqual([])
  // The first document does.
  expect(await loadedBy('./receipt-pdf.ts')).toEqual(['pdfkit'])
})
