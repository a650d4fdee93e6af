import { join } from 'node:path'
import { asApplication } from '../db/database.ts'
import { readSettings, type Settings } from '../env.ts'

/**
 * As in the demo, with one secret for all copies of the template, on any free port. `databaseUrl` is the owner's: the
 * application's follows from it.
 */
export const testSettings = (changes: Partial<Settings>): Settings => ({
  ...readSettings({}),
  port: 0,
  secret: 'the secret of every test database',
  publicUrl: 'http://trefoil.test',
  ...changes,
  ...(changes.dataDir !== undefined && { logKeyFile: join(changes.dataDir, 'log-key') }),
  ...(changes.databaseUrl !== undefined && {
    databaseUrl: asApplication(changes.databaseUrl),
    databaseOwnerUrl: changes.databaseOwnerUrl ?? changes.databaseUrl,
  }),
})
