import type { exportCsv } from '@trefoil/contract/operator/exports'
import type { ParamsOf, QueryOf, ReplyOf } from '@trefoil/contract/route'
import { cursorsOf } from '../ledger/cursor.ts'
import { recordAudit } from '../members/audit.ts'
import { inTransaction, type Actor, type OperatorContext } from './context.ts'
import { exportPage } from './export.ts'

type Asked = ParamsOf<typeof exportCsv> & QueryOf<typeof exportCsv>

/** Whoever carries members' data away is in the audit log, once per export. */
export async function exportTable(
  { db, keyring }: OperatorContext,
  actor: Actor,
  { what, cursor, from, to }: Asked,
): Promise<ReplyOf<typeof exportCsv>['data']> {
  const cursors = cursorsOf(keyring, `export ${what} ${from ?? ''} ${to ?? ''}`, 0)
  const after = cursor === undefined ? null : (cursors.open(cursor)[0] ?? null)
  const page = await inTransaction(db, async (tx) => {
    if (after === null)
      await recordAudit(tx, {
        ...actor,
        action: 'export.read',
        subject: what,
        why: 'Exported as CSV',
        details: { from, to },
      })
    return exportPage(tx, what, { after, from, to })
  })
  return { csv: page.csv, lines: page.lines, next_cursor: page.after === null ? null : cursors.seal([page.after]) }
}
