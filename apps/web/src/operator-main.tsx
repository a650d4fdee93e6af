import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { OperatorApp } from './app/operator-app.tsx'
import { store } from './app/store.ts'
import { followSystemScheme } from './lib/colour-scheme.ts'
import { keepSession } from './lib/keep-session.ts'
import { reloadWhenOutdated } from './lib/outdated.ts'
import './ui/styles.css'
import './operator/console.css'

void keepSession(store, { window })
reloadWhenOutdated({ window })
followSystemScheme()

const root = document.getElementById('root')
if (!root) throw new Error('operator.html has no #root')
createRoot(root).render(
  <StrictMode>
    <OperatorApp />
  </StrictMode>,
)
