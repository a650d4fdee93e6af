import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { store } from './app/store.ts'
import { keepSession } from './lib/keep-session.ts'
import { reloadWhenOutdated } from './lib/outdated.ts'
import './ui/styles.css'

void keepSession(store, { window })
reloadWhenOutdated({ window })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
