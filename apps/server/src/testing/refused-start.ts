import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readSettings } from '../env.ts'
import { startServer } from '../start.ts'
import { isExpected } from '../start-error.ts'

/**
 * The sentence that ends a start with these variables alone. `main.ts` prints it and exits with 1, which
 * `start.test.ts` shows with a process.
 */
export async function refusalOf(variables: Record<string, string>): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-refused-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  try {
    const { stop } = await startServer(readSettings({ PORT: '0', DATA_DIR: dataDir, ...variables }))
    await stop()
  } catch (error) {
    if (isExpected(error)) return error.message
    throw error
  }
  throw new Error('The start was not refused')
}
