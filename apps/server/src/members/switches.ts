import type { Reader } from '../db/database.ts'

/** What operators can turn on and off while everything runs. */
export type Switches = {
  /** Null while payouts may leave. */
  payoutsPausedWhy: string | null
  mailOperators: boolean
}

const FACT = 'switches'
const AT_FIRST: Switches = { payoutsPausedWhy: null, mailOperators: true }

export async function readSwitches(db: Reader): Promise<Switches> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', FACT).executeTakeFirst()
  return { ...AT_FIRST, ...(row?.value as Partial<Switches> | undefined) }
}

export async function writeSwitches(db: Reader, switches: Switches): Promise<void> {
  const value = JSON.stringify(switches)
  await db
    .insertInto('installation')
    .values({ key: FACT, value })
    .onConflict((known) => known.column('key').doUpdateSet({ value }))
    .execute()
}
