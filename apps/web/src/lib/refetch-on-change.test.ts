import { configureStore } from '@reduxjs/toolkit'
import { createApi, QueryStatus } from '@reduxjs/toolkit/query'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBaseQuery } from './base-query.ts'
import { liveReducer, selectAreShown, streamChanged } from './live.ts'
import { refetchOnChange } from './refetch-on-change.ts'
import { sessionReducer } from './session.ts'

test('the event of an own change reads nothing a second time', async () => {
  const { reads, change, hear, idle } = await openScreen()
  await change('7')
  await idle()
  expect(reads()).toBe(2)
  await hear(['7'])
  expect(reads()).toBe(2)
})

test('nor does it where the event comes before the reply', async () => {
  const { reads, change, hear, idle } = await openScreen()
  const changing = change('7')
  await hear(['7'])
  await changing
  await idle()
  expect(reads()).toBe(2)
})

test('what somebody else changed is read, even right after an own change', async () => {
  const { reads, change, hear } = await openScreen()
  await change('7')
  await hear(['7', '8'])
  expect(reads()).toBe(3)
  await hear(['9'])
  expect(reads()).toBe(4)
})

test('an event that names nothing is read, and so is one after the stream was cut', async () => {
  const { reads, change, hear, cut } = await openScreen()
  await change('7')
  await hear([])
  expect(reads()).toBe(3)
  cut()
  await hear(['7'])
  expect(reads()).toBe(4)
})

test('several events in a moment are read once', async () => {
  const { reads, hearTogether } = await openScreen()
  await hearTogether([['1'], ['2'], []])
  expect(reads()).toBe(2)
})

/** One list on a screen, read from a real server that numbers its changes. */
async function openScreen() {
  let latest = 0
  let reads = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') reads += 1
    else if (request.headers['x-snapshot'] !== undefined)
      response.setHeader('x-snapshot', `${latest + 1}:${latest + 1}:`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })

  const api = createApi({
    baseQuery: createBaseQuery({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    tagTypes: ['Data'],
    endpoints: (build) => ({
      list: build.query<unknown, void>({ query: () => '/list', providesTags: ['Data'] }),
      change: build.mutation<unknown, void>({
        query: () => ({ url: '/change', method: 'POST' }),
        invalidatesTags: ['Data'],
      }),
    }),
  })
  const store = configureStore({
    reducer: { session: sessionReducer, live: liveReducer, [api.reducerPath]: api.reducer },
    middleware: (standard) => standard().concat(api.middleware),
  })
  store.dispatch(streamChanged('on'))
  await store.dispatch(api.endpoints.list.initiate())
  const { onChange } = refetchOnChange({
    refetch: () => void store.dispatch(api.util.invalidateTags(['Data'])),
    areShown: (changes) => selectAreShown(store.getState(), changes),
    mergeMs: 1,
  })
  const isPending = () => {
    const { queries, mutations } = store.getState()[api.reducerPath]
    return [...Object.values(queries), ...Object.values(mutations)].some((each) => each?.status === QueryStatus.pending)
  }
  const idle = async () => {
    await expect.poll(isPending).toBe(false)
  }
  const hearTogether = async (events: string[][]) => {
    for (const changes of events) onChange(changes)
    // Timers of the same length end in their order, so the events have been dealt with by then.
    await new Promise((resume) => setTimeout(resume, 1))
    await idle()
  }
  return {
    reads: () => reads,
    change: (id: string) => {
      latest = Number(id)
      return store.dispatch(api.endpoints.change.initiate())
    },
    cut: () => {
      store.dispatch(streamChanged('off'))
      store.dispatch(streamChanged('on'))
    },
    hear: (changes: string[]) => hearTogether([changes]),
    hearTogether,
    idle,
  }
}
