import IconHeartHandshake from '~icons/tabler/heart-handshake'
import { api } from '../../lib/api.ts'
import { memberApi } from '../../lib/member-api.ts'
import { moneyApi } from '../../lib/money-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

export const donate: MemberScreen = {
  path: '/dashboard/donate',
  label: 'Donate',
  icon: IconHeartHandshake,
  title: 'Donate Funds',
  reads: () => [
    api.endpoints.profile.initiate(undefined, ONCE),
    memberApi.endpoints.stages.initiate(undefined, ONCE),
    moneyApi.endpoints.donations.initiate(undefined, ONCE),
  ],
  load: () => import('./donate-page.tsx'),
  views: [{ name: 'donate' }],
}
