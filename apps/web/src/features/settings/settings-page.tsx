import IconBell from '~icons/tabler/bell'
import IconDatabase from '~icons/tabler/database'
import IconShieldLock from '~icons/tabler/shield-lock'
import IconUser from '~icons/tabler/user'
import { useSelector } from 'react-redux'
import { useScreen } from '../../lib/current-screen.ts'
import { selectSession } from '../../lib/session.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { settingsCopy } from './copy.ts'
import { DataTab } from './data-tab.tsx'
import { InboxTab } from './inbox-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import styles from './settings.module.css'

const text = settingsCopy.settings

export default function SettingsPage() {
  const { title } = useScreen()
  // Operators may open their settings here; the inbox is the members'.
  const isMember = useSelector(selectSession)?.user.role === 'member'
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
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
          ...(isMember
            ? [
                {
                  value: 'inbox',
                  label: text.inboxTab,
                  icon: <IconBell size={18} aria-hidden="true" />,
                  content: <InboxTab />,
                },
              ]
            : []),
          {
            value: 'data',
            label: text.dataTab,
            icon: <IconDatabase size={18} aria-hidden="true" />,
            content: <DataTab />,
          },
        ]}
      />
    </div>
  )
}
