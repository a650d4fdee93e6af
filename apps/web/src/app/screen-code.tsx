import { lazy, useState, type ComponentType } from 'react'
import { selectSession } from '../lib/session.ts'
import type { store } from './store.ts'

type Store = Pick<typeof store, 'dispatch' | 'getState'>

type Code = { default: ComponentType }

/**
 * Code that comes when it is needed, or before. What has come is drawn at once: `lazy` alone would wait for a promise,
 * even a kept one, and React would show the skeleton for at least 300 ms.
 */
function screen<Module extends Code>(fetchCode: () => Promise<Module>) {
  let code: Module | undefined
  const load = async (): Promise<Module> => (code ??= await fetchCode())
  const Later = lazy(load)
  function Screen() {
    // Chosen once: another choice later would be another screen, and begin anew.
    const [Page] = useState<ComponentType>(() => code?.default ?? Later)
    return <Page />
  }
  return { load, Screen }
}

/** The shell of the dashboard. Loaded only once somebody is signed in. */
export const DASHBOARD = screen(() => import('./dashboard-screens.tsx'))

/** Where the code of each of its screens is. Apart from the menu, so that it can be asked for early. */
export const SCREENS = {
  '/dashboard': screen(() => import('../features/overview/overview-page.tsx')),
  '/dashboard/transactions': screen(() => import('../features/transactions/transactions-page.tsx')),
  '/dashboard/fund-transfer': screen(() => import('../features/fund-transfer/fund-transfer-page.tsx')),
  '/dashboard/network': screen(() => import('../features/network/network-page.tsx')),
  '/dashboard/deposit': screen(() => import('../features/deposit/deposit-page.tsx')),
  '/dashboard/withdraw': screen(() => import('../features/withdraw/withdraw-page.tsx')),
  '/dashboard/donate': screen(() => import('../features/donate/donate-page.tsx')),
  '/dashboard/reports': screen(() => import('../features/reports/reports-page.tsx')),
  '/dashboard/setting': screen(() => import('../features/settings/settings-page.tsx')),
} as const

export type ScreenPath = keyof typeof SCREENS

/** Of the screens for everybody those that somebody may come to from elsewhere. */
export const PUBLIC_SCREENS = {
  '/signup': screen(() => import('../features/sign-up/sign-up-page.tsx')),
  '/forgot-password': screen(() => import('../features/forgot-password/forgot-password-page.tsx')),
} as const

/** The shell and a screen, beside one another: else one would be asked for when the other has come. */
async function loadInside(path: ScreenPath) {
  const [dashboard] = await Promise.all([DASHBOARD.load(), SCREENS[path].load()])
  return dashboard
}

/** What cannot be fetched now is asked for again when it is needed, and says so there if it fails again. */
export async function loadDashboardAhead(): Promise<void> {
  await Promise.allSettled([loadInside('/dashboard')])
}

/**
 * The code of the screen at an address and, for a member, what it shows: before it is drawn. Nothing depends on it:
 * what did not come is asked for again by the screen itself.
 */
export async function openAhead({ dispatch, getState }: Store, pathname: string): Promise<void> {
  const path = pathname.replace(/\/+$/, '')
  const isMember = () => selectSession(getState())?.user.role === 'member'
  try {
    if (path in PUBLIC_SCREENS) await PUBLIC_SCREENS[path as keyof typeof PUBLIC_SCREENS].load()
    if (!isMember()) return
    // Who is signed in has nothing to do at the sign-in.
    const inside = path === '' || path === '/signin' ? '/dashboard' : path
    if (!(inside in SCREENS)) return
    const { readAhead } = await loadInside(inside as ScreenPath)
    // It may have taken long, and another tab may have signed out.
    if (isMember()) readAhead(dispatch, inside as ScreenPath)
  } catch (problem) {
    console.warn('The screen was not prepared ahead.', problem)
  }
}

const PAUSE_MS = 200
let isLoadingOthers = false

/** Nobody misses what is being loaded now. */
export const isLoadingUnasked = (): boolean => isLoadingOthers

/**
 * A change of screen then waits for nothing but its data. One after the other, in the pauses of whatever else is done.
 * What cannot be fetched is asked for again when it is needed.
 */
export async function loadOtherScreens(signal: AbortSignal): Promise<void> {
  for (const each of Object.values(SCREENS)) {
    await pause()
    if (signal.aborted) return
    isLoadingOthers = true
    await Promise.allSettled([each.load()])
    isLoadingOthers = false
  }
}

/** Not every browser tells when it has nothing to do. */
const pause = (): Promise<unknown> =>
  new Promise((resume) =>
    'requestIdleCallback' in window ? requestIdleCallback(resume) : setTimeout(resume, PAUSE_MS),
  )
