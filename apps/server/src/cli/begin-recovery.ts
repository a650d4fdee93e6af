import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { Misuse, StartError } from '../start-error.ts'
import { onClient } from './on-client.ts'
import { withDatabase } from './open.ts'
import { beginRecoveryOfRestored, refuseHalfRestored } from './restored-mark.ts'
import { refuseWhileRunning } from './running-servers.ts'
import { COMMAND_LINE } from './staff.ts'

export const BEGIN_RECOVERY_HELP = `  begin-recovery   After the cluster was set back to a point in time, and before a server is started on it.
          --why is required. With --journal <number> it is refused unless that is the newest journal.
          Payouts are then paused until two operators end the recovery in the console, nobody inherits the number of
          a member who is gone, and the log is succeeded by a new one. \`restore\` does this by itself.
          Needs DATABASE_OWNER_URL, the login that owns the tables. Refused while a server is running. --json prints JSON.
          Example: npm run trefoil -- begin-recovery --journal 31647 --why "Tables were dropped"
`

export async function beginRecoveryCommand(args: string[], variables?: Variables): Promise<string> {
  const options = { json: { type: 'boolean' }, journal: { type: 'string' }, why: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const why = values.why?.trim()
  if (!why) throw new Misuse('begin-recovery needs --why.')
  if (values.journal !== undefined && !/^[1-9]\d{0,17}$/.test(values.journal))
    throw new Misuse('--journal is the number of a journal.')
  const { journal } = await beginRecovery(readSettings(variables), { journal: values.journal, why })
  if (values.json) return JSON.stringify({ journal })
  return `The newest journal is ${journal}. Payouts are paused until two operators end the recovery in the console.`
}

/** `journal`: the newest one that there has to be. Answers which it is. */
export async function beginRecovery(
  settings: Settings,
  { journal: wanted, why }: { journal?: string | undefined; why: string },
): Promise<{ journal: string }> {
  return withDatabase(settings, async ({ db, act, bringUpToDate, ownerUrl }) => {
    const url = ownerUrl()
    await refuseWhileRunning(url)
    await bringUpToDate()
    await refuseHalfRestored(db)
    const journal = await onClient(url, newestJournal)
    if (wanted !== undefined && wanted !== journal)
      throw new StartError(`The newest journal is ${journal}, not ${wanted}: this is not the point in time you meant.`)
    const reason = `Set back to journal ${journal}: ${why}`
    await onClient(url, (client) => beginRecoveryOfRestored(client, reason))
    await act({ ...COMMAND_LINE, action: 'backup.restore', why, details: { journal } }, async () => {})
    return { journal }
  })
}

async function newestJournal(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select coalesce(max(id), 0)::text as id from journal')
  return rows[0]?.id ?? '0'
}
