import IconArrowsExchange from '~icons/tabler/arrows-exchange'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('fundTransfer.screen', { label: 'Fund Transfer', title: 'Fund Transfer' })

export const fundTransfer: MemberScreen = {
  path: '/dashboard/fund-transfer',
  ...text,
  icon: IconArrowsExchange,
  reads: () => [profileApi.endpoints.profile.initiate(undefined, ONCE)],
  load: () => import('./fund-transfer-page.tsx'),
  views: [{ name: 'fund-transfer' }, { name: 'transfer-history', at: '/dashboard/fund-transfer?tab=history' }],
}
