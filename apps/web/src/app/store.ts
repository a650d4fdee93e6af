import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../lib/api.ts'
import { liveReducer } from '../lib/live.ts'
import { sessionReducer } from '../lib/session.ts'

export const store = configureStore({
  reducer: { session: sessionReducer, live: liveReducer, [api.reducerPath]: api.reducer },
  middleware: (standard) => standard().concat(api.middleware),
})

setupListeners(store.dispatch)
