/** In a file of its own, which starts React and nothing else: see `vite.config.ts`. */
export { createRoot } from 'react-dom/client'
