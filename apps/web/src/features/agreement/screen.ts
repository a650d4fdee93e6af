import IconFileCheck from '~icons/tabler/file-check'
import { agreementsApi } from '../../lib/agreements-api.ts'
import { AGREEMENT_PATH } from '../../lib/agreement-path.ts'
import { messages } from '../../lib/messages.ts'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

const text = messages('agreement.screen', {
  label: 'Agreement',
  title: 'Please Read and Agree',
  lead: 'What you can expect of us, and we of you.',
})

export const agreement: MemberScreen = {
  path: AGREEMENT_PATH,
  ...text,
  icon: IconFileCheck,
  reads: () => [
    profileApi.endpoints.profile.initiate(undefined, ONCE),
    agreementsApi.endpoints.agreements.initiate(undefined, ONCE),
  ],
  load: () => import('./agreement-page.tsx'),
  views: [{ name: 'agreement' }],
}
