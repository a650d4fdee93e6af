import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { isLoadingUnasked, loadAhead } from './app/screen-code.ts'
import { store } from './app/store.ts'
import { keepSession } from './lib/keep-session.ts'
import { reloadWhenOutdated } from './lib/outdated.ts'
import './ui/styles.css'

loadAhead(window.location.pathname)
reloadWhenOutdated({ window, isUnasked: isLoadingUnasked })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The session is there at once, as a rule: then what is drawn first is what stays. Where it is not, a skeleton waits for it.
const soon = new Promise((resume) => setTimeout(resume))
await Promise.race([keepSession(store, { window }), soon])

// A transition is rendered in small steps: a slow phone answers to a finger meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
