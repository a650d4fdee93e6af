import type { MemberScreen } from '../lib/screen.ts'
import { MEMBER_SCREENS } from './member-screens.ts'
import type { store } from './store.ts'

/** @public Comes with the dashboard, for `open-screen.ts`. */
export const findMemberScreen = (path: string) => MEMBER_SCREENS.find((screen) => screen.path === path)

/**
 * Reads a screen's data before it renders, so that it renders once while it waits. Components that read by themselves
 * do so after their first render, and then render again.
 * @public Comes with the dashboard, for `open-screen.ts`.
 */
export function prefetch(dispatch: typeof store.dispatch, { reads }: MemberScreen): void {
  // Tabs other than the first read their own data.
  if (new URLSearchParams(window.location.search).has('tab')) return
  for (const read of reads()) dispatch(read)
}
