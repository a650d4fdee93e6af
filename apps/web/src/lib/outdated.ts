const RELOAD_PAUSE_MS = 60_000
const RELOADED_AT = 'trefoil:reloaded-at'

type Outdated = { window: Window; isUnasked?: () => boolean }

/**
 * A page opened before a new version was deployed asks for files that are gone. One reload loads the new
 * version: at most one a minute, so that a file that is really missing leads to the error screen, and none for a
 * file that is only being prefetched.
 */
export function reloadWhenOutdated({ window, isUnasked = () => false }: Outdated): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isUnasked()) return
    const reloadedAt = Number(window.sessionStorage.getItem(RELOADED_AT))
    if (Date.now() - reloadedAt < RELOAD_PAUSE_MS) return
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}
