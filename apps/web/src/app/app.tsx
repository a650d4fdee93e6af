import { MantineProvider } from '@mantine/core'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { colourSchemeCookie } from '../lib/colour-scheme.ts'
import { theme } from '../ui/theme.ts'
import { Toasts } from '../ui/toasts.tsx'
import { DemoBar } from './demo-bar.tsx'
import { Screens } from './screens.tsx'
import { SkipLink } from './skip-link.tsx'
import { store } from './store.ts'

export function App() {
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={colourSchemeCookie}
        defaultColorScheme="auto"
      >
        <BrowserRouter>
          <SkipLink />
          <DemoBar />
          <Screens />
          <Toasts />
        </BrowserRouter>
      </MantineProvider>
    </Provider>
  )
}
