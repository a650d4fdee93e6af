import IconShieldLock from '~icons/tabler/shield-lock'
import IconUser from '~icons/tabler/user'
import { copy } from '../../lib/copy.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import styles from './settings.module.css'

const text = copy.settings

export default function SettingsPage() {
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.title}>{text.title}</PageTitle>
      <PageTabs
        label={text.title}
        tabs={[
          {
            value: 'profile',
            label: text.profileTab,
            icon: <IconUser size={18} aria-hidden="true" />,
            content: <ProfileTab />,
            keep: true,
          },
          {
            value: 'security',
            label: text.securityTab,
            icon: <IconShieldLock size={18} aria-hidden="true" />,
            content: <SecurityTab />,
            keep: true,
          },
        ]}
      />
    </div>
  )
}
