import type { changeEmail, sendVerification, verifyEmail } from '@trefoil/contract/email'
import type { readDetails } from '@trefoil/contract/network'
import type { chooseMailTopics } from '@trefoil/contract/notifications'
import type { addPasskey, passkeyOptions, readPasskeys, removePasskey, renamePasskey } from '@trefoil/contract/passkeys'
import type { setLanguage, updateProfile } from '@trefoil/contract/profile'
import type { readSecurityEvents } from '@trefoil/contract/security-events'
import type {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@trefoil/contract/two-factor'
import type { ReplyOf } from '@trefoil/contract/route'
import { injectEndpoints } from '../../lib/api.ts'
import { call, change, readData, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const {
  useDetailsQuery,
  useUpdateProfileMutation,
  useSetLanguageMutation,
  useChooseMailTopicsMutation,
  useVerifyEmailMutation,
  useSendVerificationMutation,
  useChangeEmailMutation,
  useSetUpTwoFactorMutation,
  useEnableTwoFactorMutation,
  useDisableTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useSecurityEventsInfiniteQuery,
  usePasskeysQuery,
  usePasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = injectEndpoints((build) => ({
  details: build.query(readData<typeof readDetails>('/users/details')),
  updateProfile: build.mutation(change<typeof updateProfile>('PUT', '/users/profile')),
  setLanguage: build.mutation(call<typeof setLanguage>('PUT', '/users/language')),
  chooseMailTopics: build.mutation(change<typeof chooseMailTopics>('PUT', '/notifications/mail')),
  verifyEmail: build.mutation(change<typeof verifyEmail>('POST', '/users/verify-email')),
  sendVerification: build.mutation(change<typeof sendVerification>('POST', '/users/verify-email/send')),
  changeEmail: build.mutation(change<typeof changeEmail>('PUT', '/users/email')),
  setUpTwoFactor: build.mutation(change<typeof setUpTwoFactor>('POST', '/users/two-factor/setup')),
  enableTwoFactor: build.mutation(change<typeof enableTwoFactor>('POST', '/users/two-factor/enable')),
  disableTwoFactor: build.mutation(change<typeof disableTwoFactor>('POST', '/users/two-factor/disable')),
  renewRecoveryCodes: build.mutation(change<typeof renewRecoveryCodes>('POST', '/users/two-factor/recovery-codes')),
  securityEvents: build.infiniteQuery(readPages<typeof readSecurityEvents>('/users/security-events')),
  passkeys: build.query(readData<typeof readPasskeys>('/users/passkeys')),
  passkeyOptions: build.mutation(call<typeof passkeyOptions>('POST', '/users/passkeys/options')),
  addPasskey: build.mutation(change<typeof addPasskey>('POST', '/users/passkeys')),
  renamePasskey: build.mutation(change<typeof renamePasskey>('PUT', '/users/passkeys/:id')),
  removePasskey: build.mutation(change<typeof removePasskey>('DELETE', '/users/passkeys/:id')),
}))

export type Passkey = ReplyOf<typeof readPasskeys>['data']['passkeys'][number]
export type SecurityEvent = DataOf<typeof readSecurityEvents>['events'][number]
