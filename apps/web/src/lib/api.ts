import { createApi } from '@reduxjs/toolkit/query/react'
import type { forgotPassword, login, logout, register, resetPassword } from '@trefoil/contract/accounts'
import type { readDemoMail } from '@trefoil/contract/demo'
import type { readProfile, updateProfile } from '@trefoil/contract/profile'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { publicSettings } from '@trefoil/contract/settings'
import type {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@trefoil/contract/two-factor'
import { createBaseQuery } from './base-query.ts'

/** The client stays silent: what a member is told about a call is the form's business. */
export const api = createApi({
  baseQuery: createBaseQuery({ baseUrl: '/api' }),
  tagTypes: ['Data'],
  keepUnusedDataFor: 60,
  endpoints: (build) => ({
    login: build.mutation<ReplyOf<typeof login>, BodyOf<typeof login>>({
      query: (body) => ({ url: '/users/login', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    register: build.mutation<ReplyOf<typeof register>, BodyOf<typeof register>>({
      query: (body) => ({ url: '/users/register', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    logout: build.mutation<ReplyOf<typeof logout>, void>({
      query: () => ({ url: '/users/logout', method: 'POST' }),
      invalidatesTags: ['Data'],
    }),
    forgotPassword: build.mutation<ReplyOf<typeof forgotPassword>, BodyOf<typeof forgotPassword>>({
      query: (body) => ({ url: '/users/forgot-password', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    resetPassword: build.mutation<ReplyOf<typeof resetPassword>, BodyOf<typeof resetPassword>>({
      query: (body) => ({ url: '/users/reset-password', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    publicSettings: build.query<ReplyOf<typeof publicSettings>['data'], void>({
      query: () => '/settings/public',
      transformResponse: (reply: ReplyOf<typeof publicSettings>) => reply.data,
      providesTags: ['Data'],
    }),
    profile: build.query<ReplyOf<typeof readProfile>['data'], void>({
      query: () => '/users/profile',
      transformResponse: (reply: ReplyOf<typeof readProfile>) => reply.data,
      providesTags: ['Data'],
    }),
    updateProfile: build.mutation<ReplyOf<typeof updateProfile>, BodyOf<typeof updateProfile>>({
      query: (body) => ({ url: '/users/profile', method: 'PUT', body }),
      invalidatesTags: ['Data'],
    }),
    setUpTwoFactor: build.mutation<ReplyOf<typeof setUpTwoFactor>, BodyOf<typeof setUpTwoFactor>>({
      query: (body) => ({ url: '/users/two-factor/setup', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    enableTwoFactor: build.mutation<ReplyOf<typeof enableTwoFactor>, BodyOf<typeof enableTwoFactor>>({
      query: (body) => ({ url: '/users/two-factor/enable', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    disableTwoFactor: build.mutation<ReplyOf<typeof disableTwoFactor>, BodyOf<typeof disableTwoFactor>>({
      query: (body) => ({ url: '/users/two-factor/disable', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    renewRecoveryCodes: build.mutation<ReplyOf<typeof renewRecoveryCodes>, BodyOf<typeof renewRecoveryCodes>>({
      query: (body) => ({ url: '/users/two-factor/recovery-codes', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    demoMail: build.query<ReplyOf<typeof readDemoMail>['data']['mails'], void>({
      query: () => '/demo/mail',
      transformResponse: (reply: ReplyOf<typeof readDemoMail>) => reply.data.mails,
      providesTags: ['Data'],
    }),
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
