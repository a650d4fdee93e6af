import { StrictMode } from 'react'
import { CausesApp } from './features/causes/causes-app.tsx'
import { createRoot } from './lib/react-root.ts'
import './features/causes/causes.css'

// Nothing else of the application: strangers come here once, from anywhere, on any phone.

const root = document.getElementById('root')
if (!root) throw new Error('causes.html has no #root')
createRoot(root).render(
  <StrictMode>
    <CausesApp path={window.location.pathname} />
  </StrictMode>,
)

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  const page = document.documentElement.dataset
  if (page['chosenScheme'] === 'auto') page['colourScheme'] = matches ? 'dark' : 'light'
})
