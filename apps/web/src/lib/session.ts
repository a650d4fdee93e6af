import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { login } from '@trefoil/contract/accounts'
import type { ReplyOf } from '@trefoil/contract/route'

export type Session = { user: ReplyOf<typeof login>['user']; token: string }

type SessionState = {
  /** False until local storage was read: until then nothing is known about the session. */
  restored: boolean
  session: Session | null
  /** The member signed out on purpose, so the guard shows no warning. */
  leaving: boolean
}

const initialState: SessionState = { restored: false, session: null, leaving: false }

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionRestored: (_state, { payload }: PayloadAction<Session | null>) => ({
      restored: true,
      session: payload,
      leaving: false,
    }),
    signedIn: (_state, { payload }: PayloadAction<Session>) => ({ restored: true, session: payload, leaving: false }),
    tokenRenewed: (state, { payload }: PayloadAction<string>) => {
      if (state.session) state.session.token = payload
    },
    sessionEnded: (state) => {
      state.session = null
    },
    leavingBegan: (state) => {
      state.leaving = true
    },
    arrivedOutside: (state) => {
      state.leaving = false
    },
  },
  selectors: {
    selectSession: (state) => state.session,
    selectRestored: (state) => state.restored,
    selectLeaving: (state) => state.leaving,
  },
})

export const sessionReducer = slice.reducer
export const { sessionRestored, signedIn, tokenRenewed, sessionEnded, leavingBegan, arrivedOutside } = slice.actions
export const { selectSession, selectRestored, selectLeaving } = slice.selectors
