import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isShownBy } from './snapshot.ts'

/** Whether the server's events arrive as they happen. Where they do not, whoever waits for something has to ask. */
export type StreamState = 'connecting' | 'on' | 'off'

type Live = {
  stream: StreamState
  /** Every read since then has seen what it covers: each change of our own brings one, and makes everything read again. */
  snapshot: string | null
}

const initialState: Live = { stream: 'connecting', snapshot: null }

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    streamChanged: (state, { payload }: PayloadAction<StreamState>) => {
      state.stream = payload
      // It may come back from another database, such as one restored from a backup, which counts anew.
      if (payload !== 'on') state.snapshot = null
    },
    snapshotReceived: (state, { payload }: PayloadAction<string>) => {
      state.snapshot = payload
    },
  },
  selectors: {
    selectStream: ({ stream }) => stream,
    /** Without names nobody knows what has changed. */
    selectAreShown: ({ snapshot }, changes: readonly string[]) =>
      snapshot !== null && changes.length > 0 && changes.every((change) => isShownBy(snapshot, change)),
  },
})

export const liveReducer = slice.reducer
export const { streamChanged, snapshotReceived } = slice.actions
export const { selectStream, selectAreShown } = slice.selectors
