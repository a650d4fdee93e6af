import type * as contract from '@trefoil/contract/operator/documents'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'

export const { useConsoleDocumentsQuery, useProposeDocumentMutation, useProposeConsentRulesMutation } = injectEndpoints(
  (build) => ({
    consoleDocuments: build.query(readData<typeof contract.listConsoleDocuments>('/operator/documents')),
    proposeDocument: build.mutation(change<typeof contract.proposeDocument>('POST', '/operator/proposals/document')),
    proposeConsentRules: build.mutation(
      change<typeof contract.proposeConsentRules>('POST', '/operator/proposals/consent-rules'),
    ),
  }),
)

export type ConsoleDocuments = DataOf<typeof contract.listConsoleDocuments>
export type DocumentKind = ConsoleDocuments['documents'][number]['kind']
export type Rules = ConsoleDocuments['rules']
