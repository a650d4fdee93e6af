import type { apiScope } from '@trefoil/contract/operator/api-keys'
import { Refusal } from '@trefoil/core/refusal'
import type { z } from 'zod'
import type { Caller } from '../http/guard.ts'
import type { Exportable } from './export.ts'

/** The part of the console that shows what a table has. Null: no key may read it there, so none may export it. */
const SCOPES: Record<Exportable, z.input<typeof apiScope> | null> = {
  members: 'members',
  withdrawals: 'withdrawals',
  deposits: 'deposits',
  unmatched: 'unmatched',
  journals: 'ledger',
  entries: 'ledger',
  donations: 'ledger',
  proposals: 'proposals',
  cases: null,
  agreements: 'members',
  audit: 'audit',
}

/** To export is a way of reading: a key may export only what it may read. */
export function requireMayExport({ apiKey }: Pick<Caller, 'apiKey'>, what: Exportable): void {
  if (!apiKey) return
  const scope = SCOPES[what]
  if (scope === null) throw new Refusal('forbidden', 'No API key may export this table.')
  if (!apiKey.scopes.includes(scope))
    throw new Refusal('forbidden', `To export this table, an API key needs the part ${scope} as well.`)
}
