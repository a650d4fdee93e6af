import IconArrowsExchange from '~icons/tabler/arrows-exchange'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

export const fundTransfer: MemberScreen = {
  path: '/dashboard/fund-transfer',
  label: 'Fund Transfer',
  icon: IconArrowsExchange,
  title: 'Fund Transfer',
  reads: () => [profileApi.endpoints.profile.initiate(undefined, ONCE)],
  load: () => import('./fund-transfer-page.tsx'),
  views: [{ name: 'fund-transfer' }, { name: 'transfer-history', at: '/dashboard/fund-transfer?tab=history' }],
}
