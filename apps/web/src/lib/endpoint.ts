import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@trefoil/contract/route'

// Endpoints of routes: `build.query(read<typeof readStages>('/stages'))`. Method and path must be the route's, and from
// it come the types of argument and result. All of this is for the compiler: nothing of the contract is bundled.

/** It takes no key. */
type Keyless = Route & { idempotent?: never }
export type Get = Keyless & { method: 'GET' }

/** What a reply has beside its message. */
export type DataOf<R extends Route> = ReplyOf<R> extends { data: infer Data } ? Data : never

/** Params, query and body as one object; nothing where a route takes none of them. */
type ArgOf<R> = Arg<Sent<ParamsOf<R>> & Sent<QueryOf<R>> & Sent<BodyOf<R>>>
export type Sent<Part> = Part extends undefined ? {} : Part
export type Arg<Whole> = keyof Whole extends never ? void : Whole

/** Changes the type only: no reply is transformed here. */
type Call<R extends Route> = {
  query: (arg: ArgOf<R>) => FetchArgs
  transformResponse?: (reply: ReplyOf<R>) => ReplyOf<R>
}

export const TAGS = ['Data'] as const

export const dataOf = <R extends Route>(reply: ReplyOf<R>): DataOf<R> => (reply as { data: DataOf<R> }).data

/** Returns the whole reply and leaves the cache alone. */
export const call = <R extends Keyless>(method: R['method'], path: R['path']): Call<R> => ({
  query: (arg) => requestOf(method, path, arg),
})

/** Changes something: everything read before is refetched. */
export const change = <R extends Keyless>(method: R['method'], path: R['path']) => ({
  ...call<R>(method, path),
  invalidatesTags: TAGS,
})

/** Returns the whole reply. */
export const read = <R extends Get>(path: R['path']) => ({ ...call<R>('GET', path), providesTags: TAGS })

export const readData = <R extends Get>(path: R['path']) => ({ ...read<R>(path), transformResponse: dataOf<R> })

/** The argument fills in the path. The rest of it is the query of a GET, otherwise the body. */
export function requestOf(method: Route['method'], path: string, arg: unknown): FetchArgs {
  const rest: Record<string, unknown> = { ...(arg as object | undefined) }
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (method !== 'GET') return { url, method, body: arg && rest }
  return Object.keys(rest).length === 0 ? { url } : { url, params: rest }
}
