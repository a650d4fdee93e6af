import type { Store } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { selectSession, sessionRestored, type Session, type sessionReducer } from './session.ts'
import { forgetSession, parseSession, restoreSession, STORED_SESSION, storeSession } from './stored-session.ts'

/** Restores the session, then keeps local storage, cookies, other tabs and the query cache in step with it. */
export async function keepSession(
  store: Store<{ session: ReturnType<typeof sessionReducer> }>,
  { window }: { window: Window },
): Promise<void> {
  const keeping = {
    // Looked up at each use: where storage is blocked, even accessing the property throws.
    storage: {
      setItem: (key: string, value: string) => window.localStorage.setItem(key, value),
      clear: () => window.localStorage.clear(),
    },
    writeCookie: (cookie: string) => {
      window.document.cookie = cookie
    },
    https: window.location.protocol === 'https:',
  }
  store.dispatch(sessionRestored(await restoreSession(async () => window.localStorage.getItem(STORED_SESSION))))

  let known: Session | null = selectSession(store.getState())
  store.subscribe(() => {
    const now = selectSession(store.getState())
    if (now === known) return
    const samePerson = now?.user.email === known?.user.email
    known = now
    try {
      if (now) storeSession(keeping, now)
      else forgetSession(keeping)
    } catch (problem) {
      console.warn('The session is kept in this tab only: the browser refuses storage.', problem)
    }
    // The next person must never see what the last one read.
    if (!samePerson) store.dispatch(api.util.resetApiState())
  })

  window.addEventListener('storage', ({ key, newValue }) => {
    // The key is null when another tab cleared everything.
    if (key === STORED_SESSION || key === null)
      store.dispatch(sessionRestored(parseSession(key === null ? null : newValue)))
  })
}
