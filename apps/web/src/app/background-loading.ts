const PAUSE_MS = 200
let isLoading = false

/** Nobody misses what is being loaded now. */
export const isLoadingInBackground = (): boolean => isLoading

/** One after the other, in the pauses of whatever else is done. What cannot be fetched is asked for again when it is needed. */
export async function loadInBackground(loads: (() => Promise<unknown>)[], signal: AbortSignal): Promise<void> {
  for (const load of loads) {
    await pause()
    if (signal.aborted) return
    isLoading = true
    await Promise.allSettled([load()])
    isLoading = false
  }
}

/** Not every browser tells when it has nothing to do. */
const pause = (): Promise<unknown> =>
  new Promise((resume) =>
    'requestIdleCallback' in window ? requestIdleCallback(resume) : setTimeout(resume, PAUSE_MS),
  )
