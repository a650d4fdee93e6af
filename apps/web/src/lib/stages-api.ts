import type { readStages } from '@trefoil/contract/programme'
import { injectEndpoints } from './api.ts'
import { read } from './endpoint.ts'

export const stagesApi = injectEndpoints((build) => ({
  stages: build.query(read<typeof readStages>('/stages')),
}))

export const { useStagesQuery } = stagesApi
