import { createApi, type EndpointBuilder, type EndpointDefinitions } from '@reduxjs/toolkit/query/react'
import { createBaseQuery } from './base-query.ts'

const baseQuery = createBaseQuery({ baseUrl: '/api' })

/** The client shows nothing: forms decide what a member reads about a call. */
export const api = createApi({
  baseQuery,
  tagTypes: ['Data'],
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
})

type Build = EndpointBuilder<typeof baseQuery, 'Data', 'api'>

/** Adds endpoints, which load with the code that uses them. A name used twice throws; hot reloading may redefine one. */
export const injectEndpoints = <Definitions extends EndpointDefinitions>(endpoints: (build: Build) => Definitions) =>
  api.injectEndpoints({ endpoints, overrideExisting: import.meta.hot ? true : 'throw' })
