import type { FetchArgs } from '@reduxjs/toolkit/query'
import { download } from './download.ts'

const TIMEOUT_MS = 10 * 60_000

type FileRequest = { url: string; params?: Record<string, string>; fileName: string }

/** A file is saved where it arrives: it is nothing to keep in the store. */
export const saveFile = <Arg>(requestOf: (arg: Arg) => FileRequest): { query: (arg: Arg) => FetchArgs } => ({
  query: (arg) => {
    const { fileName, ...request } = requestOf(arg)
    return {
      ...request,
      timeout: TIMEOUT_MS,
      responseHandler: async (response) => {
        if (!response.ok) return response.json()
        const file = await response.blob()
        download({ parts: [file], fileName, type: file.type })
        return null
      },
    }
  },
})
