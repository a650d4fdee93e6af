import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createBaseQuery } from './base-query.ts'
import { selectSession, sessionReducer, signedIn } from './session.ts'

const user = {
  name: 'Ada',
  email: 'ada@example.org',
  role: 'member' as const,
  referral_code: 'ADA1',
  first_steps: false,
}
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A real server that knows one good token, and what it answers to a refresh. */
async function start(refresh: (response: ServerResponse) => void) {
  const seen: string[] = []
  let good = 'fresh'
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(`${request.url} ${request.headers.authorization ?? '-'}`)
    response.setHeader('content-type', 'application/json')
    if (request.url === '/v1/auth/refresh-token') return refresh(response)
    if (request.url === '/login') return end(response, 401)
    return end(response, request.headers.authorization === `Bearer ${good}` ? 200 : 401)
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => server.close().closeAllConnections())

  const api = createApi({
    baseQuery: createBaseQuery({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    endpoints: (build) => ({
      read: build.query<unknown, string>({ query: (path) => path }),
      login: build.mutation<unknown, void>({ query: () => ({ url: '/login', method: 'POST' }) }),
    }),
  })
  const store = configureStore({
    reducer: { session: sessionReducer, [api.reducerPath]: api.reducer },
    middleware: (standard) => standard().concat(api.middleware),
  })
  store.dispatch(signedIn({ user, token: 'stale' }))
  return {
    seen,
    acceptOnly: (token: string) => {
      good = token
    },
    read: (path: string) => store.dispatch(api.endpoints.read.initiate(path)),
    login: () => store.dispatch(api.endpoints.login.initiate()),
    session: () => selectSession(store.getState()),
  }
}

const end = (response: ServerResponse, status: number, body: unknown = {}) => {
  response.statusCode = status
  response.end(JSON.stringify(body))
}
const renew = (response: ServerResponse) => end(response, 200, { success: true, data: { accessToken: 'fresh' } })

test('a 401 is met with one refresh and one retry with the new token', async () => {
  const { seen, read, session } = await start(renew)
  expect((await read('/a')).isSuccess).toBe(true)
  expect(seen).toEqual(['/a Bearer stale', '/v1/auth/refresh-token Bearer stale', '/a Bearer fresh'])
  expect(session()).toEqual({ user, token: 'fresh' })
})

test('parallel 401s share one refresh', async () => {
  const { seen, read } = await start((response) => setTimeout(() => renew(response), 50))
  const replies = await Promise.all([read('/a'), read('/b'), read('/c')])
  expect(replies.every(({ isSuccess }) => isSuccess)).toBe(true)
  expect(seen.filter((line) => line.startsWith('/v1/'))).toHaveLength(1)
  expect(seen).toHaveLength(7)
})

test('the retry happens once: a second 401 is the answer', async () => {
  const { seen, read, acceptOnly, session } = await start(renew)
  acceptOnly('something else')
  expect((await read('/a')).error).toMatchObject({ status: 401 })
  expect(seen).toHaveLength(3)
  expect(session()).not.toBeNull()
})

test('a refused refresh ends the session here', async () => {
  const { seen, read, session } = await start((response) => end(response, 401))
  expect((await read('/a')).error).toMatchObject({ status: 401 })
  expect(session()).toBeNull()
  expect(seen).toHaveLength(2)
})

test.each([
  ['a broken connection', (response: ServerResponse) => response.destroy()],
  ['a server that is starting', (response: ServerResponse) => end(response, 503)],
])('%s during the refresh does not end the session', async (_name, refresh) => {
  const { read, session } = await start(refresh)
  expect((await read('/a')).isError).toBe(true)
  expect(session()).toEqual({ user, token: 'stale' })
})

test('a refused sign-in never asks for a refresh', async () => {
  const { seen, login } = await start(renew)
  expect((await login()).error).toMatchObject({ status: 401 })
  expect(seen).toEqual(['/login Bearer stale'])
})
