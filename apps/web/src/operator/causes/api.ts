import type * as contract from '@trefoil/contract/operator/causes'
import type { ReplyOf } from '@trefoil/contract/route'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, TAGS, type DataOf } from '../../lib/endpoint.ts'

export const {
  useOperatorCausesQuery,
  useOperatorCauseQuery,
  useCreateCauseMutation,
  useChangeCauseMutation,
  usePostCauseUpdateMutation,
  useCorrectCauseUpdateMutation,
  useWithdrawCauseUpdateMutation,
  useUploadPictureMutation,
  useProposeCauseMutation,
} = injectEndpoints((build) => ({
  operatorCauses: build.query(readData<typeof contract.listOperatorCauses>('/operator/causes')),
  operatorCause: build.query(readData<typeof contract.readOperatorCause>('/operator/causes/:id')),
  createCause: build.mutation(change<typeof contract.createCause>('POST', '/operator/causes')),
  changeCause: build.mutation(change<typeof contract.changeCause>('PUT', '/operator/causes/:id')),
  postCauseUpdate: build.mutation(change<typeof contract.postCauseUpdate>('POST', '/operator/causes/:id/updates')),
  correctCauseUpdate: build.mutation(
    change<typeof contract.correctCauseUpdate>('PUT', '/operator/causes/:id/updates/:update'),
  ),
  withdrawCauseUpdate: build.mutation(
    change<typeof contract.withdrawCauseUpdate>('POST', '/operator/causes/:id/updates/:update/withdraw'),
  ),
  proposeCause: build.mutation(change<typeof contract.proposeCause>('POST', '/operator/proposals/cause')),
  /** The file itself is the body. */
  uploadPicture: build.mutation({
    query: (file: Blob) => ({ url: '/operator/pictures', method: 'POST', body: file }),
    transformResponse: (reply: ReplyOf<typeof contract.uploadPicture>) => reply.data.picture,
    invalidatesTags: TAGS,
  }),
}))

export type CauseRow = DataOf<typeof contract.listOperatorCauses>['causes'][number]
export type CauseRecord = DataOf<typeof contract.readOperatorCause>['cause']
export type CauseUpdate = CauseRecord['updates'][number]
export type UploadedPicture = DataOf<typeof contract.uploadPicture>['picture']
