import { makeFacts } from '@trefoil/core/facts/facts'
import { canonicalJson } from '@trefoil/core/proofs/canonical-json'
import { sql } from 'kysely'
import type { Database, Reader } from '../db/database.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { countCohorts } from './count-cohorts.ts'
import { measure } from './measure.ts'

/** Once per day of UTC. */
export async function makeDailyFacts(db: Database, isOver: () => boolean = () => false): Promise<void> {
  if (await isMadeToday(db)) return
  await countCohorts(db, isOver)
  if (!isOver()) await insertFacts(db)
}

async function isMadeToday(db: Reader): Promise<boolean> {
  const { rows } = await sql`select from facts where day = (now() at time zone 'utc')::date`.execute(db)
  return rows.length > 0
}

const insertFacts = (db: Database): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      const programme = await currentProgramme(tx)
      const facts = makeFacts(await measure(tx, programme), programme)
      const figures = canonicalJson(facts)
      await sql`
        insert into facts (day, figures) values (${facts.day}, ${figures}) on conflict (day) do nothing`.execute(tx)
    })
