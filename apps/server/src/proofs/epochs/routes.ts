import * as contract from '@trefoil/contract/epochs'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../db/database.ts'
import { keptShortly } from '../../db/kept-shortly.ts'
import { ok, serve, type Served } from '../../http/serve.ts'
import { SharedReply, sharedJson } from '../../http/shared-reply.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { readEpochs, readLeaves, requireAnchored } from './read-epochs.ts'
import { proofFor } from './read-own-proof.ts'

type Context = { db: Database; chain: Chain; keyring: Keyring }

const KEEP_SECONDS = 2
/** The chain's nodes are asked once for all who ask. */
const ASK_EVERY_MS = 5000

export function epochRoutes(context: Context): Served[] {
  const { db, chain } = context
  const askChain = keptShortly(
    async (epoch) => {
      await requireAnchored(db, Number(epoch))
      return chain.attestationAnswers(Number(epoch))
    },
    { keepMs: ASK_EVERY_MS },
  )
  return [
    serve(contract.listEpochs, async ({ query }) =>
      sharedJson(ok('Epochs', { data: await readEpochs(context, query) }), { keepSeconds: KEEP_SECONDS }),
    ),
    serve(contract.readEpochLeaves, async ({ params, query }) => {
      const content = await readLeaves(db, { ...params, ...query })
      return new SharedReply({ content, type: 'application/octet-stream', keepSeconds: 'forever' })
    }),
    serve(contract.readAttestation, async ({ params }) => {
      const data = { source: 'server' as const, ...(await askChain(String(params.epoch))) }
      return sharedJson(ok('What the contract answers', { data }), { keepSeconds: KEEP_SECONDS })
    }),
    serve(contract.readOwnProof, async ({ params, caller }) =>
      ok('Proof', { data: await proofFor(context, { epoch: params.epoch, owner: caller.accountId }) }),
    ),
  ]
}
