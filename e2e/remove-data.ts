import { rm } from 'node:fs/promises'
import type { Reporter } from '@playwright/test/reporter'

/** Removes what this run's servers have written. A reporter, because only reporters end after the servers. */
export default class RemoveData implements Reporter {
  printsToStdio(): boolean {
    return false
  }

  async onExit(): Promise<void> {
    const dataDir = process.env['E2E_DATA_DIR']
    // A database that is shutting down may still write into the folder while it is being deleted.
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
