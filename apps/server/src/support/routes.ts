import * as contract from '@trefoil/contract/support'
import { ok, serve, type Served } from '../http/serve.ts'
import type { SupportContext } from './context.ts'
import { lookUpPayment } from './look-up.ts'
import { openCase } from './open-case.ts'
import { readCase, readCases } from './read-cases.ts'
import { markCaseSeen, solveOwnCase, writeMessage } from './write-message.ts'

export const supportRoutes = (context: SupportContext): Served[] => [
  serve(contract.lookUpPayment, async ({ caller, body }) => {
    await context.limits.supportLookUp(caller.accountId)
    return ok('Looked up', { data: await lookUpPayment(context, caller.accountId, body.transaction) })
  }),

  serve(contract.openCase, async ({ caller, body }) => {
    const reference = await openCase(context, caller.accountId, body)
    return ok(`Your case ${reference} is open. We answer here, and tell you by mail.`, { data: { reference } })
  }),

  serve(contract.listCases, async ({ caller, query }) =>
    ok('Cases', { data: await readCases(context, caller.accountId, query) }),
  ),

  serve(contract.readCase, async ({ caller, params }) =>
    ok('Case', { data: await readCase(context, caller.accountId, params.reference) }),
  ),

  serve(contract.writeMessage, async ({ caller, params, body }) => {
    await writeMessage(context, { member: caller.accountId, reference: params.reference, text: body.text })
    return ok('Your message was sent.')
  }),

  serve(contract.solveOwnCase, async ({ caller, params }) => {
    await solveOwnCase(context, { member: caller.accountId, reference: params.reference })
    return ok('The case is solved.')
  }),

  serve(contract.seenCase, async ({ caller, params }) => {
    await markCaseSeen(context, { member: caller.accountId, reference: params.reference })
    return ok('Seen')
  }),
]
