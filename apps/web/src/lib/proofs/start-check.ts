import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { activitiesApi } from '../activities-api.ts'
import { profileApi } from '../profile-api.ts'
import { selectSession, type sessionReducer } from '../session.ts'
import { proofCheck, type CheckOrder } from './proof-check.ts'
import type { Owner } from './proof-worker.ts'
import { shownLines } from './shown-lines.ts'

type State = { session: ReturnType<typeof sessionReducer> }
type Store = { dispatch: ThunkDispatch<State, unknown, UnknownAction>; getState: () => State }

type Options = { forceRefetch?: boolean }

/** Whose money is checked. Null if they have none here. The server is asked only if nothing was typed at sign-in. */
export async function readOwner(store: Store, { forceRefetch = false }: Options = {}): Promise<Owner | null> {
  const session = selectSession(store.getState())
  if (session?.user.role !== 'member') return null
  if (session.name !== undefined) return { name: session.name }
  const once = { subscribe: false, forceRefetch }
  const { profile } = await store.dispatch(profileApi.endpoints.profile.initiate(undefined, once)).unwrap()
  return selectSession(store.getState()) && { key: profile.user_pk }
}

/** What a check needs of this page: who is signed in, and the lines that they are shown. Null if they have no money here. */
export async function checkOrder(store: Store, { forceRefetch = false }: Options = {}): Promise<CheckOrder | null> {
  const owner = await readOwner(store, { forceRefetch })
  if (!owner) return null
  const once = { subscribe: false, forceRefetch }
  const { pages } = await store.dispatch(activitiesApi.endpoints.activities.initiate(undefined, once)).unwrap()
  // The read renews a token that has expired.
  const session = selectSession(store.getState())
  if (!session) return null
  return { owner, token: session.token, shown: shownLines(pages.flatMap(({ activities }) => activities)) }
}

/** Without a connection only an earlier failure is shown: the next page tries again. */
export async function startCheck(store: Store, options?: Options): Promise<void> {
  const order = await checkOrder(store, options).catch(() => null)
  if (order) proofCheck.start(order)
  // Whoever was caught could otherwise keep it from being shown, by refusing anything that a check needs.
  else await findFailure(store)
}

/** Looks for a failure that an earlier page found, without a check. */
export async function findFailure(store: Store): Promise<void> {
  const owner = await readOwner(store).catch(() => null)
  if (owner) proofCheck.findFailure(owner)
}
