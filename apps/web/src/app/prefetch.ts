import type { MemberScreen } from '../lib/screen.ts'
import { MEMBER_SCREENS } from './member-screens.ts'
import type { store } from './store.ts'

/** @public Comes with the dashboard, for `open-screen.ts`. */
export const findMemberScreen = (path: string) => MEMBER_SCREENS.find((screen) => screen.path === path)

/**
 * Asks for what a screen will show before it is drawn: so it is drawn once while it waits. Parts that ask by themselves
 * do so after they were drawn, and are then drawn again for having asked.
 * @public Comes with the dashboard, for `open-screen.ts`.
 */
export function prefetch(dispatch: typeof store.dispatch, { reads }: MemberScreen): void {
  // Another tab than the first asks for other things, by itself.
  if (new URLSearchParams(window.location.search).has('tab')) return
  for (const read of reads()) dispatch(read)
}
