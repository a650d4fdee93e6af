import { rm } from 'node:fs/promises'
import type { Reporter } from '@playwright/test/reporter'

/** What the servers of this run have written. A reporter, because only its end comes after theirs. */
export default class RemoveData implements Reporter {
  printsToStdio(): boolean {
    return false
  }

  async onExit(): Promise<void> {
    const dataDir = process.env['E2E_DATA_DIR']
    // A database that is going down may still write a last line into a folder that was just emptied.
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
