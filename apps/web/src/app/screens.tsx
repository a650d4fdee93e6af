import { useSelector } from 'react-redux'
import { Route, Routes } from 'react-router'
import { selectRestored } from '../lib/session.ts'
import { DemoOnly } from './demo-only.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-screen.tsx'
import { RequireSession, SignedOutOnly } from './guards.tsx'
import { NotFound } from './not-found.tsx'
import { DASHBOARD } from './open-screen.ts'
import { PublicLayout } from './public-layout.tsx'
import { PUBLIC_SCREENS } from './public-screens.ts'
import { ShellSkeleton } from './shell-skeleton.tsx'

export function Screens() {
  // Until then it is unknown whether to show sign-in or the dashboard, so neither flashes.
  if (!useSelector(selectRestored)) return <ShellSkeleton />
  return (
    <Routes>
      <Route
        path="/dashboard/*"
        element={
          <ErrorBoundary instead={<ErrorPage />}>
            <RequireSession>
              <DASHBOARD.Component />
            </RequireSession>
          </ErrorBoundary>
        }
      />
      <Route
        element={
          <ErrorBoundary instead={<ErrorPage />}>
            <PublicLayout />
          </ErrorBoundary>
        }
      >
        {PUBLIC_SCREENS.flatMap((screen) =>
          (screen.isHome ? ['/', screen.path] : [screen.path]).map((path) => (
            <Route key={path} path={path} element={<PublicScreen {...screen} />} />
          )),
        )}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

function PublicScreen({ Page, isHome, isDemoOnly }: (typeof PUBLIC_SCREENS)[number]) {
  if (isDemoOnly)
    return (
      <DemoOnly>
        <Page />
      </DemoOnly>
    )
  if (isHome)
    return (
      <SignedOutOnly>
        <Page />
      </SignedOutOnly>
    )
  return <Page />
}
