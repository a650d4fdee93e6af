import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { Toasts } from '../ui/toasts.tsx'
import { DemoBar } from './demo-bar.tsx'
import { Screens } from './screens.tsx'
import { SkipLink } from './skip-link.tsx'
import { store } from './store.ts'

export function App() {
  return (
    <Provider store={store}>
      <BrowserRouter>
        <SkipLink />
        <DemoBar />
        <Screens />
        <Toasts />
      </BrowserRouter>
    </Provider>
  )
}
