import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { injectEndpoints } from './api.ts'
import { dataOf, readData, type DataOf } from './endpoint.ts'

type Profile = DataOf<typeof readProfile>

/** During an upgrade an older server may answer, which knows no inbox, no first steps and no documents. */
const BEFORE: Pick<Profile, 'inbox' | 'first_steps' | 'consent'> = {
  inbox: { unread: 0, mail_topics: [] },
  first_steps: null,
  consent: { agreement: null, donate_from: null },
}

export const profileApi = injectEndpoints((build) => ({
  profile: build.query({
    ...readData<typeof readProfile>('/users/profile'),
    transformResponse: (reply: ReplyOf<typeof readProfile>): Profile =>
      Object.assign({ ...BEFORE }, dataOf<typeof readProfile>(reply)),
  }),
}))

export const { useProfileQuery } = profileApi
