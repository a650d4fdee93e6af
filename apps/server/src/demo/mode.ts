import type pg from 'pg'
import { bringUpToDate, withClient, type Logins } from '../db/logins.ts'
import type { Settings } from '../env.ts'
import { StartError } from '../start-error.ts'
import { DEMO_BEGUN, DEMO_FACTS } from './begin.ts'

export type Mode = 'demo' | 'production'

/** The key of the mark, which can neither be changed nor removed. */
const MARK = 'mode'

/**
 * Before anything is written: a demo's database is never production's, whose accounts it lets everybody into, and
 * production's never a demo's. Then migrates, and marks a new database. Returns the version.
 */
export async function claimDatabase(logins: Logins, mode: Mode): Promise<number> {
  // The application has no login before the first migration.
  await withClient(logins.ownerUrl ?? logins.url, (client) => refuseOtherMode(client, mode))
  return bringUpToDate(logins, async (client) => {
    await client.query(
      'insert into installation (key, value) values ($1, jsonb_build_object($1::text, $2::text)) on conflict do nothing',
      [MARK, mode],
    )
    // Of two that start at once on an empty database, one was first.
    await refuseOtherMode(client, mode)
  })
}

async function refuseOtherMode(client: pg.Client, mode: Mode): Promise<void> {
  const found = await readMode(client)
  if (found === undefined || found === mode) return
  throw new StartError(
    mode === 'production'
      ? 'This database is a demo: production needs a database of its own.'
      : 'This database is not a demo: set NODE_ENV=production, or start on an empty database.',
  )
}

/** Undefined: it is empty. One from before there was a mark is a demo's if it was seeded, else production's. */
async function readMode(client: pg.Client): Promise<Mode | undefined> {
  const { rows: places } = await client.query<{ ours: boolean; others: boolean }>(`
    select to_regclass('public.installation') is not null and to_regclass('public.account') is not null as ours,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname <> 'migration') as others`)
  if (!places[0]?.ours) return places[0]?.others ? 'production' : undefined
  const { rows } = await client.query<{ marked: Mode | null; seeded: boolean; used: boolean }>(
    `select (select value ->> $1 from installation where key = $1) as marked,
      exists (select from installation where key in ($2, $3)) as seeded, exists (select from account) as used`,
    [MARK, DEMO_BEGUN, DEMO_FACTS],
  )
  const { marked = null, seeded = false, used = true } = rows[0] ?? {}
  if (marked !== null) return marked
  if (seeded) return 'demo'
  return used ? 'production' : undefined
}

/** A demo with a real chain or a real mail server is production with a missing NODE_ENV. */
export function refuseRealServices({ production, smtpUrl, chain }: Settings): void {
  if (production) return
  const real = [...(smtpUrl === undefined ? [] : ['SMTP_URL']), ...(chain.remote ? ['CHAIN_RPC_URL'] : [])]
  if (real.length > 0)
    throw new StartError(`The demo does not use ${real.join(' or ')}: unset it, or set NODE_ENV=production.`)
}
