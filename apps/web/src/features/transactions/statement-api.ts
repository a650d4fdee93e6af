import type { readStatementState, requestStatement } from '@trefoil/contract/statements'
import type { BodyOf } from '@trefoil/contract/route'
import { injectEndpoints } from '../../lib/api.ts'
import { call, readData } from '../../lib/endpoint.ts'
import { saveFile } from '../../lib/save-file.ts'

export type Wanted = BodyOf<typeof requestStatement>

export const { useStatementStateQuery, useRequestStatementMutation, useDownloadStatementMutation } = injectEndpoints(
  (build) => ({
    statementState: build.query(readData<typeof readStatementState>('/statements')),
    requestStatement: build.mutation(call<typeof requestStatement>('POST', '/statements')),
    downloadStatement: build.mutation<null, Wanted>(saveFile(fileOf)),
  }),
)

function fileOf({ kind, format, from, to, paper }: Wanted) {
  const onPaper = format === 'pdf' && paper ? { paper } : {}
  if (kind === 'statement')
    return {
      url: `/statements.${format}`,
      params: { from, to, ...onPaper },
      fileName: `trefoil-statement-${from}-${to}.${format}`,
    }
  const year = from.slice(0, 4)
  return {
    url: `/statements/giving.${format}`,
    params: { year, ...onPaper },
    fileName: `trefoil-giving-${year}.${format}`,
  }
}
