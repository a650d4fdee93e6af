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

let isLoadingOthers = false

/** Nobody misses what is being loaded now. */
export const isLoadingUnasked = (): boolean => isLoadingOthers

/** A change of screen then waits for nothing but its data. What cannot be fetched is asked for again when it is needed. */
export async function loadOtherScreens(): Promise<void> {
  isLoadingOthers = true
  await Promise.allSettled(Object.values(SCREEN_CODE).map((load) => load()))
  isLoadingOthers = false
}
