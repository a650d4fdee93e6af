import { useSyncExternalStore } from 'react'
import IconWifiOff from '~icons/tabler/wifi-off'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={styles.banner}>
          <IconWifiOff aria-hidden="true" />
          {dashboardCopy.offline}
        </p>
      )}
    </div>
  )
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
