import type { explainFigure, readRules } from '@trefoil/contract/explain'
import { injectEndpoints } from './api.ts'
import { readData } from './endpoint.ts'
import { readPages } from './endpoint-kinds.ts'

export const { useExplanationInfiniteQuery, useRulesQuery } = injectEndpoints((build) => ({
  explanation: build.infiniteQuery({
    ...readPages<typeof explainFigure>('/explain/:figure'),
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: ({ entries }) => entries?.next_cursor ?? undefined,
    },
  }),
  rules: build.query(readData<typeof readRules>('/explain/rules/:version')),
}))
