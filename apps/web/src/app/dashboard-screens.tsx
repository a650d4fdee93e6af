import { Route, Routes } from 'react-router'
import { DashboardLayout } from './dashboard-layout.tsx'
import { DESTINATIONS } from './destinations.ts'
import { NotFound } from './not-found.tsx'

/** @public Comes with the shell, for `openAhead`. */
export { readAhead } from './read-ahead.ts'

/** Everything behind the sign-in. Loaded only once somebody is signed in. */
export default function DashboardScreens() {
  return (
    <Routes>
      <Route element={<DashboardLayout />}>
        {DESTINATIONS.map(({ path, screen: Screen }) =>
          Screen ? <Route key={path} path={path.replace(/^\/dashboard\/?/, '')} element={<Screen />} /> : null,
        )}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
