import { useEffect } from 'react'
import { Provider, useSelector } from 'react-redux'
import { BrowserRouter, Route, Routes } from 'react-router'
import { selectRestored } from '../lib/session.ts'
import { Toasts } from '../ui/toasts.tsx'
import { DemoBar } from './demo-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-screen.tsx'
import { NotFound } from './not-found.tsx'
import { CONSOLE_DETAILS, CONSOLE_SCREENS } from './console-screens.ts'
import { RequireConsole } from './operator-guard.tsx'
import { OperatorLayout } from './operator-layout.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { SkipLink } from './skip-link.tsx'
import { store } from './store.ts'

/** The console: a separate application that shares the members' components. */
export function OperatorApp() {
  return (
    <Provider store={store}>
      <BrowserRouter>
        <SkipLink />
        <DemoBar />
        <OperatorScreens />
        <Toasts />
      </BrowserRouter>
    </Provider>
  )
}

function OperatorScreens() {
  if (!useSelector(selectRestored)) return <ShellSkeleton />
  return (
    <Routes>
      <Route
        path="/operator"
        element={
          <ErrorBoundary instead={<ErrorPage />}>
            <RequireConsole>
              <OperatorLayout />
            </RequireConsole>
          </ErrorBoundary>
        }
      >
        {[...CONSOLE_SCREENS, ...CONSOLE_DETAILS].map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  )
}

/** Every other path belongs to the members' application, which is another page. */
function Elsewhere() {
  useEffect(() => window.location.reload(), [])
  return <ShellSkeleton />
}
