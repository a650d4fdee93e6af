import type { listCauses } from '@trefoil/contract/causes'
import type { donationHistory, processDonation } from '@trefoil/contract/donations'
import { injectEndpoints } from '../../lib/api.ts'
import { readData } from '../../lib/endpoint.ts'
import { changeOnce, readOnce, readPages } from '../../lib/endpoint-kinds.ts'
import { saveFile } from '../../lib/save-file.ts'

export const donateApi = injectEndpoints((build) => ({
  donate: build.mutation(changeOnce<typeof processDonation>('/donations/process')),
  causes: build.query(readData<typeof listCauses>('/causes')),
  donations: build.infiniteQuery(readPages<typeof donationHistory>('/donations/history')),
  donationsPage: build.query(readOnce<typeof donationHistory>('/donations/history')),
  downloadReceipt: build.mutation<null, { id: string }>(
    saveFile(({ id }) => ({ url: `/donations/${id}/receipt.pdf`, fileName: `receipt-${id}.pdf` })),
  ),
}))

export const { useCausesQuery, useDonateMutation, useDonationsInfiniteQuery, useDownloadReceiptMutation } = donateApi
