import type { eraseAccount, readExport, requestExport } from '@trefoil/contract/own-data'
import { injectEndpoints } from '../../lib/api.ts'
import { call, change, readData } from '../../lib/endpoint.ts'
import { saveFile } from '../../lib/save-file.ts'

const FILE_NAME = 'trefoil-data.zip'

export const { useExportStateQuery, useRequestExportMutation, useDownloadExportMutation, useEraseAccountMutation } =
  injectEndpoints((build) => ({
    exportState: build.query(readData<typeof readExport>('/users/data/export')),
    requestExport: build.mutation(change<typeof requestExport>('POST', '/users/data/export')),
    downloadExport: build.mutation<null, void>(
      saveFile(() => ({ url: '/users/data/export', params: { file: 'zip' }, fileName: FILE_NAME })),
    ),
    eraseAccount: build.mutation(call<typeof eraseAccount>('POST', '/users/data/erase')),
  }))
