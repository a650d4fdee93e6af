import { Suspense } from 'react'
import { useSelector } from 'react-redux'
import { Link, Outlet, useLocation } from 'react-router'
import { copy } from '../lib/copy.ts'
import { selectSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LanguageSelect } from '../ui/language-select.tsx'
import { LogoMark, Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import styles from './public-layout.module.css'
import { CONTENT_ID } from './skip-link.tsx'
import { SlideMenu } from './slide-menu.tsx'
import { useLogout } from './use-logout.ts'

/** Form left, a quiet panel right; the form alone on phones. */
export function PublicLayout() {
  const { pathname } = useLocation()
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link to="/" className={styles.home}>
            <Logo />
          </Link>
          <div className={styles.actions}>
            <LanguageSelect label={copy.language.label} />
            <ThemeSwitch />
            <div className={styles.smallOnly}>
              <SlideMenu>
                <PublicMenu />
              </SlideMenu>
            </div>
          </div>
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          <OfflineBanner>{copy.common.offline}</OfflineBanner>
          {/* The boundary is new with each path, the waiting is not: so the old page stays until the next one is there. */}
          <Suspense fallback={null}>
            <ErrorBoundary key={pathname} instead={<ErrorScreen />}>
              <Outlet />
            </ErrorBoundary>
          </Suspense>
        </main>
      </div>
      <aside className={styles.panel} aria-label={copy.product.name}>
        <div className={styles.panelText}>
          <LogoMark size={56} />
          <p className={styles.promise}>{copy.product.promise}</p>
          <p className={styles.promiseDetail}>{copy.product.promiseDetail}</p>
        </div>
      </aside>
    </div>
  )
}

function PublicMenu() {
  const session = useSelector(selectSession)
  const { leave, leaving } = useLogout()
  if (session) {
    return (
      <nav aria-label={copy.menu.label} className={styles.menu}>
        <ButtonLink to="/dashboard" fullWidth>
          {copy.menu.dashboard}
        </ButtonLink>
        <Button variant="default" fullWidth aria-disabled={leaving} onClick={() => void leave()}>
          {copy.menu.logout}
        </Button>
      </nav>
    )
  }
  return (
    <nav aria-label={copy.menu.label} className={styles.menu}>
      <ButtonLink to="/signin" fullWidth>
        {copy.menu.signIn}
      </ButtonLink>
      <ButtonLink to="/signup" variant="default" fullWidth>
        {copy.menu.signUp}
      </ButtonLink>
    </nav>
  )
}
