import { join } from 'node:path'
import { asApplication } from '../db/database.ts'
import { readSettings, type Settings } from '../env.ts'

/** A hundredth of what an installation pays: nearly every test signs somebody up, and few are about guesses. */
const CHEAP_PASSCODES = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/**
 * As in the demo, with one secret for all copies of the template, on any free port. `databaseUrl` is the owner's: the
 * application's follows from it.
 */
export const testSettings = (changes: Partial<Settings>): Settings => ({
  ...readSettings({}),
  port: 0,
  secret: 'the secret of every test database',
  publicUrl: 'http://trefoil.test',
  passcodeCost: CHEAP_PASSCODES,
  ...changes,
  ...(changes.dataDir !== undefined && { logKeyFile: join(changes.dataDir, 'log-key') }),
  ...(changes.databaseUrl !== undefined && {
    databaseUrl: asApplication(changes.databaseUrl),
    databaseOwnerUrl: changes.databaseOwnerUrl ?? changes.databaseUrl,
  }),
})
