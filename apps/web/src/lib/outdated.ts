const RELOAD_PAUSE_MS = 60_000
const RELOADED_AT = 'trefoil:reloaded-at'

type Outdated = { window: Window; isUnasked?: () => boolean }

/**
 * A page that was opened before a new version was installed asks for parts that are gone. One reload brings the new
 * version; not more than one a minute, so that a part that is really missing ends at the error screen, and none for a
 * part that nobody has asked for yet.
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
