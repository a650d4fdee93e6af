import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { login } from '@trefoil/contract/accounts'
import type { ReplyOf } from '@trefoil/contract/route'

export type Session = {
  user: ReplyOf<typeof login>['user']
  token: string
  /** SHA-256 of the private key that was typed, for proofs. Not there after a sign-in by passkey. */
  name?: string | undefined
}

type SessionState = {
  /** False until local storage was read: until then nothing is known about the session. */
  restored: boolean
  session: Session | null
  /** The member signed out on purpose, so the guard shows no warning. */
  leaving: boolean
  /** What the sign-in screen says to somebody whose account is no more. */
  farewell: string | null
  /** Where somebody wanted to go who has to sign in first. */
  wanted: string | null
}

const initialState: SessionState = { restored: false, session: null, leaving: false, farewell: null, wanted: null }

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionRestored: ({ wanted }, { payload }: PayloadAction<Session | null>) => ({
      ...initialState,
      restored: true,
      session: payload,
      wanted,
    }),
    signedIn: ({ wanted }, { payload }: PayloadAction<Session>) => ({
      ...initialState,
      restored: true,
      session: payload,
      wanted,
    }),
    tokenRenewed: (state, { payload }: PayloadAction<string>) => {
      if (state.session) state.session.token = payload
    },
    sessionEnded: (state) => {
      state.session = null
    },
    firstStepsEnded: (state) => {
      if (state.session) state.session.user.first_steps = false
    },
    leavingBegan: (state) => {
      state.leaving = true
    },
    arrivedOutside: (state) => {
      state.leaving = false
    },
    turnedAway: (state, { payload }: PayloadAction<string | null>) => {
      state.wanted = payload
    },
    arrivedInside: (state) => {
      state.wanted = null
    },
    accountErased: (state, { payload }: PayloadAction<string>) => {
      state.session = null
      state.leaving = true
      state.farewell = payload
    },
    farewellSaid: (state) => {
      state.farewell = null
    },
  },
  selectors: {
    selectSession: (state) => state.session,
    selectRestored: (state) => state.restored,
    selectLeaving: (state) => state.leaving,
    selectFarewell: (state) => state.farewell,
    selectWanted: (state) => state.wanted,
  },
})

export const sessionReducer = slice.reducer
export const {
  sessionRestored,
  signedIn,
  tokenRenewed,
  sessionEnded,
  firstStepsEnded,
  leavingBegan,
  arrivedOutside,
  turnedAway,
  arrivedInside,
  accountErased,
  farewellSaid,
} = slice.actions
export const { selectSession, selectRestored, selectLeaving, selectFarewell, selectWanted } = slice.selectors
