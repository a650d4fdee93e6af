import { createApi } from '@reduxjs/toolkit/query/react'
import type { forgotPassword, login, logout, register, resetPassword } from '@trefoil/contract/accounts'
import type { readDemoMail } from '@trefoil/contract/demo'
import type { readProfile, updateProfile } from '@trefoil/contract/profile'
import type { publicSettings } from '@trefoil/contract/settings'
import type {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@trefoil/contract/two-factor'
import { createBaseQuery } from './base-query.ts'
import { change, readData } from './endpoint.ts'

/** The client stays silent: what a member is told about a call is the form's business. */
export const api = createApi({
  baseQuery: createBaseQuery({ baseUrl: '/api' }),
  tagTypes: ['Data'],
  keepUnusedDataFor: 60,
  endpoints: (build) => ({
    login: build.mutation(change<typeof login>('POST', '/users/login')),
    register: build.mutation(change<typeof register>('POST', '/users/register')),
    logout: build.mutation(change<typeof logout>('POST', '/users/logout')),
    forgotPassword: build.mutation(change<typeof forgotPassword>('POST', '/users/forgot-password')),
    resetPassword: build.mutation(change<typeof resetPassword>('POST', '/users/reset-password')),
    publicSettings: build.query(readData<typeof publicSettings>('/settings/public')),
    profile: build.query(readData<typeof readProfile>('/users/profile')),
    updateProfile: build.mutation(change<typeof updateProfile>('PUT', '/users/profile')),
    setUpTwoFactor: build.mutation(change<typeof setUpTwoFactor>('POST', '/users/two-factor/setup')),
    enableTwoFactor: build.mutation(change<typeof enableTwoFactor>('POST', '/users/two-factor/enable')),
    disableTwoFactor: build.mutation(change<typeof disableTwoFactor>('POST', '/users/two-factor/disable')),
    renewRecoveryCodes: build.mutation(change<typeof renewRecoveryCodes>('POST', '/users/two-factor/recovery-codes')),
    demoMail: build.query(readData<typeof readDemoMail>('/demo/mail')),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  usePublicSettingsQuery,
  useProfileQuery,
  useUpdateProfileMutation,
  useSetUpTwoFactorMutation,
  useEnableTwoFactorMutation,
  useDisableTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useDemoMailQuery,
} = api
