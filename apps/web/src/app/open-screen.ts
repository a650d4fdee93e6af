import { selectSession } from '../lib/session.ts'
import { lazyCode } from './lazy-screen.tsx'
import { PUBLIC_SCREENS } from './public-screens.ts'
import type { store } from './store.ts'

type Store = Pick<typeof store, 'dispatch' | 'getState'>

const HOME_OF_MEMBERS = '/dashboard'

/** Layout, menu and screens of members. Loaded only once somebody is signed in. */
export const DASHBOARD = lazyCode(() => import('./dashboard.tsx'))

/** What fails to load now is loaded again when it is needed, and shows an error there if it fails again. */
export async function loadDashboard(): Promise<void> {
  await Promise.allSettled([loadMemberScreen(HOME_OF_MEMBERS)])
}

/**
 * Loads the code of the screen at an address and, for a member, its data before it renders. Nothing depends on it:
 * the screen itself reads again what is missing.
 */
export async function openScreen({ dispatch, getState }: Store, pathname: string): Promise<void> {
  const path = pathname.replace(/\/+$/, '')
  const isMember = () => selectSession(getState())?.user.role === 'member'
  const screen = PUBLIC_SCREENS.find((each) => each.path === path || (each.isHome && path === ''))
  try {
    await screen?.load()
    if (!isMember()) return
    // Members who are signed in go to the dashboard instead of the sign-in.
    const open = await loadMemberScreen(screen?.isHome ? HOME_OF_MEMBERS : path)
    // Another tab may have signed out meanwhile.
    if (isMember()) open?.(dispatch)
  } catch (problem) {
    console.warn('The screen was not prepared ahead.', problem)
  }
}

/** The page shell has preloaded both files, so they load in parallel. */
async function loadMemberScreen(path: string) {
  const { findMemberScreen, prefetch } = await DASHBOARD.load()
  const screen = findMemberScreen(path)
  await screen?.load()
  return screen && ((dispatch: Store['dispatch']) => prefetch(dispatch, screen))
}
