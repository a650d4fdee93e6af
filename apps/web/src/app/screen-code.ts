/** Where the code of the dashboard and of each of its screens is. Apart from the menu, so that it can be asked for early. */
export const loadDashboard = () => import('./dashboard-screens.tsx')

export const SCREEN_CODE = {
  '/dashboard': () => import('../features/overview/overview-page.tsx'),
  '/dashboard/transactions': () => import('../features/transactions/transactions-page.tsx'),
  '/dashboard/fund-transfer': () => import('../features/fund-transfer/fund-transfer-page.tsx'),
  '/dashboard/network': () => import('../features/network/network-page.tsx'),
  '/dashboard/deposit': () => import('../features/deposit/deposit-page.tsx'),
  '/dashboard/withdraw': () => import('../features/withdraw/withdraw-page.tsx'),
  '/dashboard/donate': () => import('../features/donate/donate-page.tsx'),
  '/dashboard/reports': () => import('../features/reports/reports-page.tsx'),
  '/dashboard/setting': () => import('../features/settings/settings-page.tsx'),
} as const

type ScreenPath = keyof typeof SCREEN_CODE

/** The shell and the screen of an address, beside one another: else one would be asked for when the other has come. */
export function loadAhead(pathname: string): void {
  const path = pathname.replace(/\/+$/, '')
  if (path in SCREEN_CODE) void Promise.allSettled([loadDashboard(), SCREEN_CODE[path as ScreenPath]()])
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
  for (const load of Object.values(SCREEN_CODE)) {
    await pause()
    if (signal.aborted) return
    isLoadingOthers = true
    await Promise.allSettled([load()])
    isLoadingOthers = false
  }
}

/** Not every browser tells when it has nothing to do. */
const pause = (): Promise<unknown> =>
  new Promise((resume) =>
    'requestIdleCallback' in window ? requestIdleCallback(resume) : setTimeout(resume, PAUSE_MS),
  )
