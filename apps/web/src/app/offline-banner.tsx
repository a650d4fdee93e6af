import { useSyncExternalStore, type ReactNode } from 'react'
import IconWifiOff from '~icons/tabler/wifi-off'
import styles from './offline-banner.module.css'

/** Its children say what that means here. */
export function OfflineBanner({ children }: { children: ReactNode }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={styles.banner}>
          <IconWifiOff aria-hidden="true" />
          {children}
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
