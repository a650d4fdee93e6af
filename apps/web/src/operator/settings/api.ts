import type { proposeSettings } from '@trefoil/contract/operator/proposals'
import type { changeSettings, readSettings } from '@trefoil/contract/operator/settings'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useOperatorSettingsQuery, useChangeSettingsMutation, useProposeSettingsMutation } = injectEndpoints(
  (build) => ({
    operatorSettings: build.query(readData<typeof readSettings>('/operator/settings')),
    changeSettings: build.mutation(change<typeof changeSettings>('PUT', '/operator/settings')),
    proposeSettings: build.mutation(change<typeof proposeSettings>('POST', '/operator/proposals/settings')),
  }),
)

export type SettingsView = DataOf<typeof readSettings>
