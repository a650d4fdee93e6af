import type { readDetails } from '@trefoil/contract/network'
import type { updateProfile } from '@trefoil/contract/profile'
import type {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@trefoil/contract/two-factor'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData } from '../../lib/endpoint.ts'

export const {
  useDetailsQuery,
  useUpdateProfileMutation,
  useSetUpTwoFactorMutation,
  useEnableTwoFactorMutation,
  useDisableTwoFactorMutation,
  useRenewRecoveryCodesMutation,
} = injectEndpoints((build) => ({
  details: build.query(readData<typeof readDetails>('/users/details')),
  updateProfile: build.mutation(change<typeof updateProfile>('PUT', '/users/profile')),
  setUpTwoFactor: build.mutation(change<typeof setUpTwoFactor>('POST', '/users/two-factor/setup')),
  enableTwoFactor: build.mutation(change<typeof enableTwoFactor>('POST', '/users/two-factor/enable')),
  disableTwoFactor: build.mutation(change<typeof disableTwoFactor>('POST', '/users/two-factor/disable')),
  renewRecoveryCodes: build.mutation(change<typeof renewRecoveryCodes>('POST', '/users/two-factor/recovery-codes')),
}))
