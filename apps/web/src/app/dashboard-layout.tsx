import { Suspense } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { InboxBell, InboxLink } from './inbox-bell.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { ContentSkeleton } from './shell-skeleton.tsx'
import styles from './shell.module.css'
import { CONTENT_ID } from './skip-link.tsx'
import { SlideMenu } from './slide-menu.tsx'
import { useBackgroundCheck } from './use-background-check.ts'
import { useFirstAgreement } from './use-first-agreement.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import { useOtherScreens } from './use-other-screens.ts'

export function DashboardLayout() {
  const { pathname } = useLocation()
  useLiveUpdates()
  useOtherScreens()
  useBackgroundCheck()
  useFirstAgreement()
  return (
    <div className={styles.shell}>
      <div className={styles.sidebar}>
        <div className={styles.sidebarContent}>
          <header className={styles.brand}>
            <Link to="/dashboard">
              <Logo />
            </Link>
            <div className={styles.actions}>
              <InboxBell />
              <ThemeSwitch />
            </div>
          </header>
          <DashboardMenu />
        </div>
      </div>
      <header className={styles.topBar}>
        <Link to="/dashboard">
          <Logo />
        </Link>
        <div className={styles.topBarActions}>
          <InboxLink />
          <ThemeSwitch />
          <SlideMenu>
            <DashboardMenu />
          </SlideMenu>
        </div>
      </header>
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        <OfflineBanner>{dashboardCopy.offline}</OfflineBanner>
        {/* The boundary is new with each path, the waiting is not: so the old page stays until the next one is there. */}
        <Suspense fallback={<ContentSkeleton />}>
          <ErrorBoundary key={pathname} instead={<ErrorScreen />}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </main>
    </div>
  )
}
