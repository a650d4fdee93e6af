const PAUSE_MS = 200
let isLoading = false

/** Whether the current load is only a prefetch. */
export const isLoadingInBackground = (): boolean => isLoading

/** One by one, when idle. What fails to load is loaded again when it is needed. */
export async function loadInBackground(loads: (() => Promise<unknown>)[], signal: AbortSignal): Promise<void> {
  for (const load of loads) {
    await pause()
    if (signal.aborted) return
    isLoading = true
    await Promise.allSettled([load()])
    isLoading = false
  }
}

/** Not every browser has `requestIdleCallback`. */
const pause = (): Promise<unknown> =>
  new Promise((resume) =>
    'requestIdleCallback' in window ? requestIdleCallback(resume) : setTimeout(resume, PAUSE_MS),
  )
