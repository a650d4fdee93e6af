import type { publicSettings } from '@trefoil/contract/settings'
import { injectEndpoints } from './api.ts'
import { readData } from './endpoint.ts'

export const publicSettingsApi = injectEndpoints((build) => ({
  publicSettings: build.query(readData<typeof publicSettings>('/settings/public')),
}))

export const { usePublicSettingsQuery } = publicSettingsApi
