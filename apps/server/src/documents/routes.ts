import * as contract from '@trefoil/contract/receipts'
import * as statements from '@trefoil/contract/statements'
import { toDollars, usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { Claimant } from '../http/guard.ts'
import { file, ok, serve, type Served } from '../http/serve.ts'
import { readDocumentLanguage } from './document-language.ts'
import { makeTurns } from './in-turn.ts'
import { findReceipt } from './receipt.ts'
import { openStatement, readStatementState, requestStatement, type StatementContext } from './statement-file.ts'
import { daysOfYear, fileNameOf, type Wanted } from './wanted.ts'

type Context = Omit<StatementContext, 'inTurn'> & { publicUrl: string }

/** The code that draws loads with the first document: no server waits for it when it starts. */
export const documentRoutes = (context: Context): Served[] => [
  ...receiptRoutes(context),
  ...statementRoutes({ ...context, inTurn: makeTurns() }),
]

const receiptRoutes = ({ db, limits, publicUrl }: Context): Served[] => [
  serve(contract.receiptFile, async ({ caller, params, query }) => {
    const receipt = await findReceipt(db, { reference: params.id, member: caller.accountId })
    if (!receipt) throw new Refusal('not_found', 'You have no donation with this id.')
    // Whoever is signed out makes nothing, and uses up nobody's allowance.
    await caller.admit()
    await limits.document(caller.accountId)
    const verifyAt = `${publicUrl}/receipts/${receipt.reference}`
    const { makeReceiptPdf } = await import('./receipt-pdf.ts')
    const language = await readDocumentLanguage(db, caller.accountId)
    const content = makeReceiptPdf({ receipt, verifyAt, paper: query.paper ?? 'A4', language })
    return file({ name: `receipt-${receipt.reference}.pdf`, type: 'application/pdf', content })
  }),

  serve(contract.verifyReceipt, async ({ params, address }) => {
    await limits.receipt(address)
    const receipt = await findReceipt(db, params)
    if (!receipt) return ok('No receipt with this reference is known.', { data: { genuine: false } })
    const { reference, amount, at, cause, position, reversedAt } = receipt
    return ok(reversedAt ? 'Genuine, and reversed since.' : 'Genuine.', {
      data: {
        genuine: true,
        reference,
        amount: toDollars(usd(amount)),
        date: at.toISOString(),
        cause,
        log_position: Number(position),
        reversed_on: reversedAt?.toISOString() ?? null,
      },
    })
  }),
]

const TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' }

function statementRoutes(context: StatementContext): Served[] {
  const send = async (caller: Claimant, wanted: Wanted) => {
    await caller.admit()
    const { bytes, content } = await openStatement(context, caller, wanted)
    return file({ name: fileNameOf(wanted), type: TYPES[wanted.format], bytes, content })
  }
  return [
    serve(statements.statementPdf, ({ caller, query: { paper = 'A4', ...days } }) =>
      send(caller, { kind: 'statement', format: 'pdf', paper, ...days }),
    ),

    serve(statements.statementCsv, ({ caller, query }) =>
      send(caller, { kind: 'statement', format: 'csv', paper: 'A4', ...query }),
    ),

    serve(statements.givingPdf, ({ caller, query: { paper = 'A4', year } }) =>
      send(caller, { kind: 'giving', format: 'pdf', paper, ...daysOfYear(year) }),
    ),

    serve(statements.givingCsv, ({ caller, query: { year } }) =>
      send(caller, { kind: 'giving', format: 'csv', paper: 'A4', ...daysOfYear(year) }),
    ),

    serve(statements.requestStatement, async ({ caller, body: { paper = 'A4', ...body } }) => {
      const data = await requestStatement(context, caller, { ...body, paper })
      return ok(data.state === 'waiting' ? 'Your document is being made.' : 'Your document', { data })
    }),

    serve(statements.readStatementState, async ({ caller }) =>
      ok('Your document', { data: await readStatementState(context.db, caller) }),
    ),
  ]
}
