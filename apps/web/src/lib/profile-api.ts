import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { injectEndpoints } from './api.ts'
import { dataOf, readData, type DataOf } from './endpoint.ts'

type Profile = DataOf<typeof readProfile>

/** During an upgrade an older server may answer, which knows no inbox. */
const BEFORE_INBOX: Pick<Profile, 'inbox'> = { inbox: { unread: 0, mail_topics: [] } }

export const profileApi = injectEndpoints((build) => ({
  profile: build.query({
    ...readData<typeof readProfile>('/users/profile'),
    transformResponse: (reply: ReplyOf<typeof readProfile>): Profile =>
      Object.assign({ ...BEFORE_INBOX }, dataOf<typeof readProfile>(reply)),
  }),
}))

export const { useProfileQuery } = profileApi
