import { sql } from 'kysely'
import { LOCKS, type Reader, type Tx } from '../db/database.ts'

/** What operators can switch at runtime. */
export type Switches = {
  /** Null while payouts are allowed. */
  payoutsPausedWhy: string | null
  mailOperators: boolean
  /** Members see initials of those in their team whom they did not refer. */
  maskTeam: boolean
}

const FACT = 'switches'
const AT_FIRST: Switches = { payoutsPausedWhy: null, mailOperators: true, maskTeam: false }

export async function readSwitches(db: Reader): Promise<Switches> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', FACT).executeTakeFirst()
  return { ...AT_FIRST, ...(row?.value as Partial<Switches> | undefined) }
}

/** Reads the switches and keeps them as they are until this transaction ends. */
export async function holdSwitches(tx: Tx): Promise<Switches> {
  await sql`select pg_advisory_xact_lock_shared(${LOCKS.space}, ${LOCKS.switches})`.execute(tx)
  return readSwitches(tx)
}

/** Reads the switches, which only this transaction changes until it ends. */
export async function lockSwitches(tx: Tx): Promise<Switches> {
  await sql`select pg_advisory_xact_lock(${LOCKS.space}, ${LOCKS.switches})`.execute(tx)
  return readSwitches(tx)
}

/** Merged by the database in one statement, so that concurrent changes of other switches survive. */
export async function changeSwitches(tx: Tx, changes: Partial<Switches>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.space}, ${LOCKS.switches})`.execute(tx)
  await sql`
    insert into installation (key, value) values (${FACT}, ${JSON.stringify(changes)}::jsonb)
    on conflict (key) do update set value = installation.value || excluded.value`.execute(tx)
}
