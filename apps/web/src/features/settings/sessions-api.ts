import type { endOtherSessions, endSession, listSessions } from '@trefoil/contract/sessions'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = injectEndpoints((build) => ({
  sessions: build.query(readData<typeof listSessions>('/users/sessions')),
  endSession: build.mutation(change<typeof endSession>('DELETE', '/users/sessions/:id')),
  endOtherSessions: build.mutation(change<typeof endOtherSessions>('POST', '/users/sessions/end-others')),
}))

export type OpenSession = DataOf<typeof listSessions>['sessions'][number]
