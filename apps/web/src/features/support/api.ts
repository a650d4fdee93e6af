import type * as contract from '@trefoil/contract/support'
import { injectEndpoints } from '../../lib/api.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import { call, change, readData, type DataOf } from '../../lib/endpoint.ts'

export type Finding = DataOf<typeof contract.lookUpPayment>
export type CaseRow = DataOf<typeof contract.listCases>['cases'][number]
export type CaseView = DataOf<typeof contract.readCase>
export type About = NonNullable<CaseView['case']['about']>
export type Topic = CaseView['case']['topic']

export const {
  useCasesInfiniteQuery,
  useCaseQuery,
  useLookUpMutation,
  useOpenCaseMutation,
  useWriteMessageMutation,
  useSolveCaseMutation,
  useSeenCaseMutation,
} = injectEndpoints((build) => ({
  cases: build.infiniteQuery(readPages<typeof contract.listCases>('/support/cases')),
  case: build.query(readData<typeof contract.readCase>('/support/cases/:reference')),
  lookUp: build.mutation(call<typeof contract.lookUpPayment>('POST', '/support/look-up')),
  openCase: build.mutation(change<typeof contract.openCase>('POST', '/support/cases')),
  writeMessage: build.mutation(change<typeof contract.writeMessage>('POST', '/support/cases/:reference/messages')),
  solveCase: build.mutation(change<typeof contract.solveOwnCase>('POST', '/support/cases/:reference/solve')),
  seenCase: build.mutation(change<typeof contract.seenCase>('POST', '/support/cases/:reference/read')),
}))
