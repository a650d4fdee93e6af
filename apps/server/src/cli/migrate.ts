import { parseArgs } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { readSettings, type Variables } from '../env.ts'
import { withDatabase } from './open.ts'

export const MIGRATE_HELP = `  migrate Bring the database to this program's version. Needs DATABASE_OWNER_URL, the login that owns
          the tables. The server also does so at a start that has it. --json prints JSON.
          Example: npm run trefoil -- migrate
`

export async function migrateCommand(args: string[], variables?: Variables): Promise<string> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const version = await withDatabase(readSettings(variables), ({ ownerUrl }) => migrate(ownerUrl()))
  return values.json ? JSON.stringify({ version }) : `The database is at version ${version}.`
}
