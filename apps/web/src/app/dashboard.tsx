import { Route, Routes } from 'react-router'
import { DashboardLayout } from './dashboard-layout.tsx'
import { MEMBER_SCREENS } from './member-screens.ts'
import { NotFound } from './not-found.tsx'

/** @public Comes with the dashboard, for `open-screen.ts`. */
export { findMemberScreen, prefetch } from './prefetch.ts'

/** Everything behind the sign-in. Loaded only once somebody is signed in. */
export default function Dashboard() {
  return (
    <Routes>
      <Route element={<DashboardLayout />}>
        {MEMBER_SCREENS.map(({ path, Page }) => (
          <Route key={path} path={path.replace(/^\/dashboard\/?/, '')} element={<Page />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
