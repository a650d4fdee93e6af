import type { exportCsv } from '@trefoil/contract/operator/exports'
import type { ParamsOf, QueryOf, ReplyOf } from '@trefoil/contract/route'
import { consoleHistory, openCursor, sealCursor } from '../db/paging.ts'
import type { AuditEntry } from '../members/audit.ts'
import type { Actor, OperatorContext } from './context.ts'
import { exportPage } from './export.ts'

type Asked = ParamsOf<typeof exportCsv> & QueryOf<typeof exportCsv>

/** Records every page of every export in the audit log: a cursor alone is enough to read on. */
export async function exportTable(
  { db, act, keyring }: OperatorContext,
  actor: Actor,
  { what, cursor, from, to }: Asked,
): Promise<ReplyOf<typeof exportCsv>['data']> {
  const history = consoleHistory(keyring, `export ${what} ${from ?? ''} ${to ?? ''}`)
  const after = cursor === undefined ? null : (openCursor(history, cursor)[0] ?? null)
  const entry: AuditEntry = {
    ...actor,
    action: 'export.read',
    subject: what,
    why: 'Exported as CSV',
    details: { from, to, ...(after !== null && { after }) },
  }
  // Written first, so that an export of the audit log includes itself.
  await act(entry, async () => {})
  const page = await exportPage(db, what, { after, from, to })
  return {
    csv: page.csv,
    lines: page.lines,
    next_cursor: page.after === null ? null : sealCursor(history, [page.after]),
  }
}
