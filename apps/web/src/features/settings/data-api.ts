import type { eraseAccount, readExport, requestExport } from '@trefoil/contract/own-data'
import { injectEndpoints } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { call, change, readData } from '../../lib/endpoint.ts'

const DOWNLOAD_TIMEOUT_MS = 10 * 60_000
const FILE_NAME = 'trefoil-data.zip'

export const { useExportStateQuery, useRequestExportMutation, useDownloadExportMutation, useEraseAccountMutation } =
  injectEndpoints((build) => ({
    exportState: build.query(readData<typeof readExport>('/users/data/export')),
    requestExport: build.mutation(change<typeof requestExport>('POST', '/users/data/export')),
    // Saved where it arrives: a file is nothing to keep in the store.
    downloadExport: build.mutation<null, void>({
      query: () => ({
        url: '/users/data/export',
        params: { file: 'zip' },
        timeout: DOWNLOAD_TIMEOUT_MS,
        responseHandler: async (response) => {
          if (!response.ok) return response.json()
          download({ parts: [await response.blob()], fileName: FILE_NAME, type: 'application/zip' })
          return null
        },
      }),
    }),
    eraseAccount: build.mutation(call<typeof eraseAccount>('POST', '/users/data/erase')),
  }))
