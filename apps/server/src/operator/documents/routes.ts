import * as documents from '@trefoil/contract/operator/documents'
import { ok, serve, type Served } from '../../http/serve.ts'
import { actorOf, type OperatorContext } from '../context.ts'
import { proposeConsentRules, proposeDocument } from './propose-document.ts'
import { previewDocument, readConsoleDocument, readConsoleDocuments } from './read-documents.ts'

export const documentRoutes = (context: OperatorContext): Served[] => [
  serve(documents.listConsoleDocuments, async () => ok('Documents', { data: await readConsoleDocuments(context) })),
  serve(documents.readConsoleDocument, async ({ params }) =>
    ok('Document', { data: await readConsoleDocument(context, params.id) }),
  ),
  serve(documents.previewDocument, async ({ body }) => ok('Preview', { data: previewDocument(body.text) })),
  serve(documents.proposeDocument, async (call) => waits(await proposeDocument(context, actorOf(call), call.body))),
  serve(documents.proposeConsentRules, async (call) =>
    waits(await proposeConsentRules(context, actorOf(call), call.body)),
  ),
]

const waits = <Proposal>(proposal: Proposal) => ok('It waits for another operator.', { data: { proposal } })
