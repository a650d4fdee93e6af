import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Whether the server's news arrive as they happen. Where they do not, whoever waits for something has to ask. */
const slice = createSlice({
  name: 'live',
  initialState: { isLive: false },
  reducers: {
    liveChanged: (state, { payload }: PayloadAction<boolean>) => {
      state.isLive = payload
    },
  },
  selectors: { selectLive: ({ isLive }) => isLive },
})

export const liveReducer = slice.reducer
export const { liveChanged } = slice.actions
export const { selectLive } = slice.selectors
