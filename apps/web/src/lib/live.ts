import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isShownBy } from './snapshot.ts'

/** Whether the server's events arrive as they happen. If not, components that wait for something poll. */
export type StreamState = 'connecting' | 'on' | 'off'

type Live = {
  stream: StreamState
  /** Each change of our own brings one and causes a refetch, so every read since then has seen what it covers. */
  snapshot: string | null
}

const initialState: Live = { stream: 'connecting', snapshot: null }

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    streamChanged: (state, { payload }: PayloadAction<StreamState>) => {
      state.stream = payload
      // The server may come back with another database, such as a restored backup, whose numbers start again.
      if (payload !== 'on') state.snapshot = null
    },
    snapshotReceived: (state, { payload }: PayloadAction<string>) => {
      state.snapshot = payload
    },
  },
  selectors: {
    selectStream: ({ stream }) => stream,
    /** Without names it is unknown what has changed. */
    selectAreShown: ({ snapshot }, changes: readonly string[]) =>
      snapshot !== null && changes.length > 0 && changes.every((change) => isShownBy(snapshot, change)),
  },
})

export const liveReducer = slice.reducer
export const { streamChanged, snapshotReceived } = slice.actions
export const { selectStream, selectAreShown } = slice.selectors
