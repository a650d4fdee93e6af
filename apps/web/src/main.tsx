import { startTransition, StrictMode } from 'react'
import { App } from './app/app.tsx'
import { isLoadingInBackground } from './app/background-loading.ts'
import { openScreen } from './app/open-screen.ts'
import { store } from './app/store.ts'
import { followSystemScheme } from './lib/colour-scheme.ts'
import { keepSession } from './lib/keep-session.ts'
import { reloadWhenOutdated } from './lib/outdated.ts'
import { publicSettingsApi } from './lib/public-settings-api.ts'
import { createRoot } from './lib/react-root.ts'
import './ui/styles.css'

void store.dispatch(publicSettingsApi.endpoints.publicSettings.initiate(undefined, { subscribe: false }))
reloadWhenOutdated({ window, isUnasked: isLoadingInBackground })
followSystemScheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The session is there at once, as a rule: then what is drawn first is what stays, and until its code has come the page
// itself shows the page shell. Where it is not, a skeleton waits for it.
const soon = new Promise((resume) => setTimeout(resume))
await Promise.race([keepSession(store, { window }), soon])
await openScreen(store, window.location.pathname)

// A transition renders in small steps, so a slow phone stays responsive.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
