import { Tabs } from '@mantine/core'
import { IconShieldLock, IconUser } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { copy } from '../../lib/copy.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import '../../ui/tabs.css'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import styles from './settings.module.css'

const text = copy.settings

export default function SettingsPage() {
  // In the address, so that a link can lead straight to a tab.
  const [query, setQuery] = useSearchParams()
  const tab = query.get('tab') === 'security' ? 'security' : 'profile'
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.title}>{text.title}</PageTitle>
      <Tabs
        value={tab}
        onChange={(next) => setQuery(next === 'security' ? { tab: next } : {}, { replace: true })}
        keepMounted={false}
        classNames={{ list: 'tabs-list', tab: 'tabs-tab', panel: 'tabs-panel' }}
      >
        <Tabs.List aria-label={text.title}>
          <Tabs.Tab value="profile" leftSection={<IconUser size={18} aria-hidden="true" />}>
            {text.profileTab}
          </Tabs.Tab>
          <Tabs.Tab value="security" leftSection={<IconShieldLock size={18} aria-hidden="true" />}>
            {text.securityTab}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfileTab />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityTab />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
