import * as contract from '@trefoil/contract/consent'
import { ok, serve, type Served } from '../http/serve.ts'
import { sharedJson } from '../http/shared-reply.ts'
import { agree, readOwnAgreements, type ConsentContext } from './agree.ts'
import type { PublicDocuments } from './read-documents.ts'

/** Strangers' caches answer for a moment, then ask again. */
const KEEP_SECONDS = 2

export const consentRoutes = (context: ConsentContext, documents: PublicDocuments): Served[] => [
  serve(contract.listDocuments, async () =>
    sharedJson(ok('Documents', { data: await documents.list() }), { keepSeconds: KEEP_SECONDS }),
  ),
  serve(contract.readDocument, async ({ params, query }) =>
    sharedJson(ok('Document', { data: await documents.read({ ...params, ...query }) }), { keepSeconds: KEEP_SECONDS }),
  ),
  serve(contract.readAgreements, async ({ caller }) =>
    ok('Agreements', { data: await readOwnAgreements(context, caller.accountId) }),
  ),
  serve(contract.agree, async ({ caller, body, address, agent }) => {
    await agree(context, { ...caller, origin: { address, agent } }, body)
    return ok('Thank you. This is recorded.')
  }),
]
