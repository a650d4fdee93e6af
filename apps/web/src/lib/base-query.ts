import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react'
import type { refreshToken } from '@trefoil/contract/accounts'
import type { ReplyOf } from '@trefoil/contract/route'
import { isStepUpRequired } from './failure.ts'
import { readsReleased } from './held-reads.ts'
import { snapshotReceived } from './live.ts'
import { selectSession, sessionEnded, tokenRenewed, type sessionReducer } from './session.ts'
import { stepUp } from './step-up.ts'

const REQUEST_TIMEOUT_MS = 20_000
/** Here a 401 is the answer, not an expired token. */
const NEVER_REFRESHED = new Set(['login', 'signInAgain', 'register'])
const SNAPSHOT_HEADER = 'x-snapshot'

/**
 * Sends a call. After a 401 it refreshes the token once, for all calls that wait for it, and retries once. What needs
 * the second factor again is retried once it was shown.
 */
export function createBaseQuery({
  baseUrl,
}: {
  baseUrl: string
}): BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> {
  const send = fetchBaseQuery({
    baseUrl,
    credentials: 'include',
    timeout: REQUEST_TIMEOUT_MS,
    prepareHeaders: (headers, { getState, type }) => {
      if (type === 'mutation') headers.set(SNAPSHOT_HEADER, 'wanted')
      const token = tokenIn(getState)
      if (token) headers.set('authorization', `Bearer ${token}`)
    },
  })
  let refreshing: Promise<void> | null = null

  return async (args, api, extra) => {
    let answer = await sendRefreshed(args, api, extra)
    if (isStepUpRequired(answer.error) && (await stepUp())) answer = await sendRefreshed(args, api, extra)
    // Before the reply causes a refetch: those reads see the change, so its event need not cause another.
    const snapshot = api.type === 'mutation' && answer.meta?.response?.headers.get(SNAPSHOT_HEADER)
    if (snapshot) api.dispatch(snapshotReceived(snapshot))
    return answer
  }

  async function sendRefreshed(
    ...[args, api, extra]: Parameters<typeof send>
  ): Promise<Awaited<ReturnType<typeof send>>> {
    if (api.type === 'query') {
      await readsReleased()
      await inTurn()
    }
    const tokenSent = tokenIn(api.getState)
    const first = await send(args, api, extra)
    if (first.error?.status !== 401 || !tokenSent || NEVER_REFRESHED.has(api.endpoint)) return first

    // Another call or tab may have refreshed the token meanwhile.
    if (tokenIn(api.getState) === tokenSent) {
      refreshing ??= refresh(api).finally(() => {
        refreshing = null
      })
      await refreshing
    }
    const tokenNow = tokenIn(api.getState)
    return tokenNow && tokenNow !== tokenSent ? send(args, api, extra) : first
  }

  async function refresh(api: BaseQueryApi): Promise<void> {
    // A signal of its own: if the call that started the refresh is aborted, others still wait for it.
    const reply = await send('/v1/auth/refresh-token', { ...api, signal: new AbortController().signal }, {})
    if (reply.data) api.dispatch(tokenRenewed((reply.data as ReplyOf<typeof refreshToken>).data.accessToken))
    // Only the server can end a session. A lost connection proves nothing.
    else if (reply.error?.status === 401) api.dispatch(sessionEnded())
  }
}

/**
 * A screen starts many reads at once. Sending them one by one lets a slow phone paint in between. By message, because
 * background tabs delay timers.
 */
const inTurn = (): Promise<void> =>
  new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resume(port1.close()), { once: true })
    port1.start()
    port2.postMessage(null)
  })

const tokenIn = (getState: () => unknown): string | undefined =>
  selectSession(getState() as { session: ReturnType<typeof sessionReducer> })?.token
