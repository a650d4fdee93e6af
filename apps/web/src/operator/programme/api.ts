import type { dryRunProgramme, listProgrammes } from '@trefoil/contract/operator/programme'
import type { proposeProgramme } from '@trefoil/contract/operator/proposals'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useProgrammesQuery, useDryRunMutation, useProposeProgrammeMutation } = injectEndpoints((build) => ({
  programmes: build.query(readData<typeof listProgrammes>('/operator/programme')),
  dryRun: build.mutation(change<typeof dryRunProgramme>('POST', '/operator/programme/dry-run')),
  proposeProgramme: build.mutation(change<typeof proposeProgramme>('POST', '/operator/proposals/programme')),
}))

export type ProgrammeVersion = DataOf<typeof listProgrammes>['versions'][number]
export type ProgrammeRules = ProgrammeVersion['rules']
export type DryRun = DataOf<typeof dryRunProgramme>
