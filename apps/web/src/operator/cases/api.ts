import type * as contract from '@trefoil/contract/operator/cases'
import { injectEndpoints } from '../../lib/api.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export type CaseRow = DataOf<typeof contract.listOperatorCases>['cases'][number]
export type CaseView = DataOf<typeof contract.readOperatorCase>
export type Finding = DataOf<typeof contract.lookUpCasePayment>

export const {
  useOperatorCasesInfiniteQuery,
  useOperatorCaseQuery,
  useLazyCasePaymentQuery,
  useAnswerCaseMutation,
  useCloseCaseMutation,
  useReopenCaseMutation,
} = injectEndpoints((build) => ({
  operatorCases: build.infiniteQuery(readPages<typeof contract.listOperatorCases>('/operator/cases')),
  operatorCase: build.query(readData<typeof contract.readOperatorCase>('/operator/cases/:reference')),
  casePayment: build.query(readData<typeof contract.lookUpCasePayment>('/operator/cases/:reference/payment')),
  answerCase: build.mutation(change<typeof contract.answerCase>('POST', '/operator/cases/:reference/answer')),
  closeCase: build.mutation(change<typeof contract.solveCase>('POST', '/operator/cases/:reference/solve')),
  reopenCase: build.mutation(change<typeof contract.reopenCase>('POST', '/operator/cases/:reference/reopen')),
}))
