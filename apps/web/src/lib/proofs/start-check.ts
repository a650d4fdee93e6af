import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { activitiesApi } from '../activities-api.ts'
import { profileApi } from '../profile-api.ts'
import { selectSession, type sessionReducer } from '../session.ts'
import { proofCheck, type CheckOrder } from './proof-check.ts'
import { shownLines } from './shown-lines.ts'

type State = { session: ReturnType<typeof sessionReducer> }
type Store = { dispatch: ThunkDispatch<State, unknown, UnknownAction>; getState: () => State }

/** What a check needs of this page: who is signed in, and the lines that they are shown. Null if they have no money here. */
export async function checkOrder(store: Store, { forceRefetch = false } = {}): Promise<CheckOrder | null> {
  if (selectSession(store.getState())?.user.role !== 'member') return null
  const once = { subscribe: false, forceRefetch }
  const { profile } = await store.dispatch(profileApi.endpoints.profile.initiate(undefined, once)).unwrap()
  const { pages } = await store.dispatch(activitiesApi.endpoints.activities.initiate(undefined, once)).unwrap()
  // Both reads renew a token that has expired.
  const session = selectSession(store.getState())
  if (!session) return null
  const shown = shownLines(pages.flatMap(({ activities }) => activities))
  const owner = session.name === undefined ? { key: profile.user_pk } : { name: session.name }
  return { owner, token: session.token, shown }
}

/** Without a connection nothing happens: the next page tries again. */
export async function startCheck(store: Store, options?: { forceRefetch?: boolean }): Promise<void> {
  const order = await checkOrder(store, options).catch(() => null)
  if (order) proofCheck.start(order)
}
