import { Suspense } from 'react'
import { useSelector } from 'react-redux'
import { Link, Outlet, useLocation } from 'react-router'
import { selectSession } from '../lib/session.ts'
import { operatorCopy } from '../operator/copy.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { IdleEnd } from './idle-end.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import styles from './operator-layout.module.css'
import { OperatorMenu } from './operator-menu.tsx'
import { ContentSkeleton } from './shell-skeleton.tsx'
import shell from './shell.module.css'
import { CONTENT_ID } from './skip-link.tsx'
import { SlideMenu } from './slide-menu.tsx'
import { StepUp } from './step-up.tsx'

export function OperatorLayout() {
  const { pathname } = useLocation()
  return (
    <div className={shell.shell}>
      <div className={shell.sidebar}>
        <div className={shell.sidebarContent}>
          <header className={shell.brand}>
            <Brand />
            <ThemeSwitch />
          </header>
          <OperatorMenu />
        </div>
      </div>
      <header className={shell.topBar}>
        <Brand />
        <div className={shell.topBarActions}>
          <ThemeSwitch />
          <SlideMenu>
            <OperatorMenu />
          </SlideMenu>
        </div>
      </header>
      <IdleEnd />
      <StepUp />
      <main id={CONTENT_ID} tabIndex={-1} className={shell.main}>
        <OfflineBanner>{dashboardCopy.offline}</OfflineBanner>
        <ReadOnlyMark />
        <Suspense fallback={<ContentSkeleton />}>
          <ErrorBoundary key={pathname} instead={<ErrorScreen />}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </main>
    </div>
  )
}

function Brand() {
  return (
    <Link to="/operator" className={styles.brand ?? ''}>
      <Logo />
      <span className={styles.mark}>{operatorCopy.console}</span>
    </Link>
  )
}

function ReadOnlyMark() {
  const session = useSelector(selectSession)
  if (session?.user.role !== 'auditor') return null
  return <p className={styles.readOnly}>{operatorCopy.readOnly}</p>
}
