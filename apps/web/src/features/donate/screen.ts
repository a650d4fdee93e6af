import IconHeartHandshake from '~icons/tabler/heart-handshake'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { stagesApi } from '../../lib/stages-api.ts'
import { donateApi } from './api.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('donate.screen', { label: 'Donate', title: 'Donate Funds' })

export const donate: MemberScreen = {
  path: '/dashboard/donate',
  ...text,
  icon: IconHeartHandshake,
  reads: () => [
    profileApi.endpoints.profile.initiate(undefined, ONCE),
    stagesApi.endpoints.stages.initiate(undefined, ONCE),
    donateApi.endpoints.causes.initiate(undefined, ONCE),
    donateApi.endpoints.donations.initiate(undefined, ONCE),
  ],
  load: () => import('./donate-page.tsx'),
  views: [{ name: 'donate' }],
}
