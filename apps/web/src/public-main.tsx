import { StrictMode } from 'react'
import { PublicApp } from './features/public-pages/public-app.tsx'
import { createRoot } from './lib/react-root.ts'
import './features/public-pages/public.css'

// Nothing else of the application: strangers come here once, from anywhere, on any phone.

const root = document.getElementById('root')
if (!root) throw new Error('public.html has no #root')
createRoot(root).render(
  <StrictMode>
    <PublicApp path={window.location.pathname} />
  </StrictMode>,
)

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  const page = document.documentElement.dataset
  if (page['chosenScheme'] === 'auto') page['colourScheme'] = matches ? 'dark' : 'light'
})
