import * as contract from '@trefoil/contract/own-data'
import { file, ok, serve, type Served } from '../http/serve.ts'
import type { OwnDataContext } from './context.ts'
import { eraseAccount } from './erase.ts'
import { openExport } from './read-export.ts'
import { readExportState, requestExport } from './request-export.ts'

export const ownDataRoutes = (context: OwnDataContext): Served[] => [
  serve(contract.requestExport, async ({ caller, body, address, agent }) => {
    const proof = { ...body, origin: { address, agent } }
    return ok('Your data is being collected.', { data: await requestExport(context, caller, proof) })
  }),

  serve(contract.readExport, async ({ caller, query }) => {
    if (query.file === undefined) return ok('Your data', { data: await readExportState(context.db, caller) })
    const { bytes, content } = await openExport(context, caller)
    return file({ name: 'trefoil-data.zip', type: 'application/zip', bytes, content })
  }),

  serve(contract.eraseAccount, async ({ caller, body, cookies, requestId, address, agent }) => {
    await eraseAccount(context, caller, { ...body, requestId, origin: { address, agent } })
    cookies.clear('refresh')
    cookies.clear('device')
    return ok('Your account was erased.')
  }),
]
