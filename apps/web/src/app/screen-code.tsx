import { lazy, useState, type ComponentType } from 'react'
import type { store } from './store.ts'

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

/** The shell and the screen of an address, beside one another: else one would be asked for when the other has come. */
async function loadBoth(path: ScreenPath) {
  const [dashboard] = await Promise.all([DASHBOARD.load(), SCREENS[path].load()])
  return dashboard
}

/** What cannot be fetched now is asked for again when it is needed, and says so there if it fails again. */
export async function loadAhead(pathname: string): Promise<void> {
  const path = screenPath(pathname)
  if (path) await Promise.allSettled([loadBoth(path)])
}

/** The same, and before the screen is drawn the question for what it shows. */
export async function openAhead(pathname: string, dispatch: typeof store.dispatch): Promise<void> {
  const path = screenPath(pathname)
  if (!path) return
  const [code] = await Promise.allSettled([loadBoth(path)])
  if (code.status === 'fulfilled') code.value.readAhead(dispatch, path)
}

function screenPath(pathname: string): ScreenPath | undefined {
  const path = pathname.replace(/\/+$/, '')
  return path in SCREENS ? (path as ScreenPath) : undefined
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
