import { lazy } from 'react'
import { useSelector } from 'react-redux'
import { Route, Routes } from 'react-router'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { selectRestored } from '../lib/session.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-screen.tsx'
import { RequireSession, SignedOutOnly } from './guards.tsx'
import { NotFound } from './not-found.tsx'
import { PublicLayout } from './public-layout.tsx'
import { DASHBOARD, PUBLIC_SCREENS } from './screen-code.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

const { '/signup': SignUp, '/forgot-password': ForgotPassword } = PUBLIC_SCREENS
const SignUpSuccessPage = lazy(() => import('../features/sign-up/sign-up-success-page.tsx'))
const ResetPasswordPage = lazy(() => import('../features/reset-password/reset-password-page.tsx'))
const DemoMailPage = lazy(() => import('../features/demo-mail/demo-mail-page.tsx'))

export function Screens() {
  // Until then nobody knows whether sign-in or the dashboard is right, so neither flashes.
  if (!useSelector(selectRestored)) return <ShellSkeleton />
  return (
    <Routes>
      <Route
        path="/dashboard/*"
        element={
          <ErrorBoundary instead={<ErrorPage />}>
            <RequireSession>
              <DASHBOARD.Screen />
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
        {['/', '/signin'].map((path) => (
          <Route
            key={path}
            path={path}
            element={
              <SignedOutOnly>
                <SignInPage />
              </SignedOutOnly>
            }
          />
        ))}
        <Route path="/signup" element={<SignUp.Screen />} />
        <Route path="/signup-success" element={<SignUpSuccessPage />} />
        <Route path="/forgot-password" element={<ForgotPassword.Screen />} />
        <Route path="/reset-password/:token" element={<ResetPasswordPage />} />
        <Route path="/demo/mail" element={<DemoMailPage otherwise={<NotFound />} />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
