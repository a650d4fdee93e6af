import type { listProgrammes } from '@trefoil/contract/operator/programme'
import type { ReplyOf } from '@trefoil/contract/route'
import { causePercent } from '@trefoil/core/programme/programme'
import { readProgramme, recordOf, type ProgrammeRecord } from '@trefoil/core/programme/programme-record'
import { sql } from 'kysely'
import { currentProgramme } from '../ledger/programme.ts'
import type { OperatorContext } from './context.ts'
import { iso } from './shapes.ts'

type List = ReplyOf<typeof listProgrammes>['data']

export async function readProgrammes({ db }: OperatorContext): Promise<List> {
  const { version: current } = await currentProgramme(db)
  const { rows } = await sql<{ version: number; rules: ProgrammeRecord; active_from: Date; donations: number }>`
    select p.version, p.rules, p.active_from, coalesce(given.donations, 0)::int as donations
    from programme p left join (
      select rule_version, count(*) as donations from journal where reason = 'donation' group by rule_version
    ) given on given.rule_version = p.version
    order by p.version desc`.execute(db)
  return {
    current,
    versions: rows.map((row) => {
      const programme = readProgramme(row.version, row.rules)
      return {
        version: row.version,
        donations: row.donations,
        active_from: iso(row.active_from),
        cause_percent: causePercent(programme.shares),
        rules: recordOf(programme),
      }
    }),
  }
}
