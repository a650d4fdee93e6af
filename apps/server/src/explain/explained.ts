import type { explainFigure, Term } from '@trefoil/contract/explain'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import type { Database, Tx } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Said } from './say.ts'

export type ExplainContext = { db: Database; keyring: Keyring }

export type Question = { member: MemberId; query: QueryOf<typeof explainFigure> }

export type Explained = Pick<ReplyOf<typeof explainFigure>['data'], 'value' | 'terms' | 'entries'>

export type Explainer = (context: ExplainContext, question: Question) => Promise<Explained>

export const dollars = (units: bigint): number => toDollars(usd(units))

export const term = (unit: Term['unit'], label: Said, value: number, note: Said | null = null): Term => ({
  label: label.text,
  label_means: label.means,
  note: note?.text ?? null,
  note_means: note?.means,
  unit,
  value,
})

export const inDollars = (amount: number): string => `$${amount.toFixed(5)}`

/** Figure and entries are of the same moment. */
export const inOneView = <Result>({ db }: ExplainContext, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
