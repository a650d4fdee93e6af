import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@trefoil/contract/route'
import { call, dataOf, requestOf, TAGS, type Arg, type Get, type Sent } from './endpoint.ts'

// Endpoints of routes, as in `endpoint.ts`, that the first load does not need.

type Keyed = Route & { method: 'POST'; idempotent: true }
/** Params and query without the page: pages are followed by cursor. */
type FilterOf<R> = Arg<Sent<ParamsOf<R>> & Omit<Sent<QueryOf<R>>, 'cursor' | 'limit'>>

/** Takes effect once, however often it is sent with the same key. */
export const changeOnce = <R extends Keyed>(path: R['path']) => ({
  query: ({ key, body }: { key: string; body: BodyOf<R> }): FetchArgs => ({
    ...requestOf('POST', path, body),
    headers: { 'idempotency-key': key },
  }),
  transformResponse: (reply: ReplyOf<R>) => reply,
  invalidatesTags: TAGS,
})

/** For files; not cached. */
export const readOnce = <R extends Get>(path: R['path']) => ({
  ...call<R>('GET', path),
  transformResponse: dataOf<R>,
  keepUnusedDataFor: 0,
})

/** An infinite query: each page names the next one. */
export const readPages = <R extends Get>(path: R['path']) => ({
  infiniteQueryOptions: {
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined,
  },
  query: ({ queryArg, pageParam }: { queryArg: FilterOf<R>; pageParam: string | null }) =>
    requestOf('GET', path, pageParam === null ? queryArg : { ...queryArg, cursor: pageParam }),
  transformResponse: dataOf<R>,
  providesTags: TAGS,
})
