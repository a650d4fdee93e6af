import { selectSession } from '../lib/session.ts'
import { lazyCode } from './lazy-screen.tsx'
import { PUBLIC_SCREENS } from './public-screens.ts'
import type { store } from './store.ts'

type Store = Pick<typeof store, 'dispatch' | 'getState'>

const HOME_OF_MEMBERS = '/dashboard'

/** Layout, menu and screens of members. Loaded only once somebody is signed in. */
export const DASHBOARD = lazyCode(() => import('./dashboard.tsx'))

/** What cannot be fetched now is asked for again when it is needed, and says so there if it fails again. */
export async function loadDashboard(): Promise<void> {
  await Promise.allSettled([loadMemberScreen(HOME_OF_MEMBERS)])
}

/**
 * The code of the screen at an address and, for a member, what it shows: before it is drawn. Nothing depends on it:
 * what did not come is asked for again by the screen itself.
 */
export async function openScreen({ dispatch, getState }: Store, pathname: string): Promise<void> {
  const path = pathname.replace(/\/+$/, '')
  const isMember = () => selectSession(getState())?.user.role === 'member'
  const screen = PUBLIC_SCREENS.find((each) => each.path === path || (each.isHome && path === ''))
  try {
    await screen?.load()
    if (!isMember()) return
    // Who is signed in has nothing to do at the sign-in.
    const open = await loadMemberScreen(screen?.isHome ? HOME_OF_MEMBERS : path)
    // It may have taken long, and another tab may have signed out.
    if (isMember()) open?.(dispatch)
  } catch (problem) {
    console.warn('The screen was not prepared ahead.', problem)
  }
}

/** The page shell has asked for both files already: so they come beside one another. */
async function loadMemberScreen(path: string) {
  const { findMemberScreen, prefetch } = await DASHBOARD.load()
  const screen = findMemberScreen(path)
  await screen?.load()
  return screen && ((dispatch: Store['dispatch']) => prefetch(dispatch, screen))
}
