import * as contract from '@trefoil/contract/proof-log'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { SharedReply, sharedJson } from '../http/shared-reply.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { readInstallation } from './installation.ts'
import { readPublicKey } from './log/key-file.ts'
import { openJournal } from './log/open-journal.ts'
import { proveConsistency, proveInclusion, readCheckpointNote, readSignedLog } from './log/read-proofs.ts'
import { openLogSecret } from './log/secret.ts'

type Context = { db: Database; background: Database; readOnly: Database; keyring: Keyring }

const HEAD_KEEP_SECONDS = 1
/** They never change while the log is the same, but a database that was set back has another one. */
const PROOF_KEEP_SECONDS = 60

export function proofRoutes({ db, background, readOnly, keyring }: Context): Served[] {
  let secret: Promise<Buffer> | undefined
  const proof = (hashes: string[]) => sharedJson(ok('Proof', { data: { hashes } }), { keepSeconds: PROOF_KEEP_SECONDS })
  return [
    serve(contract.readLog, async () => {
      const data = {
        installation: bytesToHex(await readInstallation(readOnly)),
        key: (await readPublicKey(readOnly)) ?? '',
        ...(await readSignedLog(readOnly)),
      }
      return sharedJson(ok('Log', { data }), { keepSeconds: HEAD_KEEP_SECONDS })
    }),
    serve(contract.readCheckpoint, async () => {
      const content = await readCheckpointNote(readOnly)
      return new SharedReply({ content, type: 'text/plain; charset=utf-8', keepSeconds: HEAD_KEEP_SECONDS })
    }),
    serve(contract.readConsistency, async ({ query }) => proof(await proveConsistency(readOnly, query))),
    serve(contract.readInclusion, async ({ query }) => proof(await proveInclusion(readOnly, query))),
    serve(contract.openJournal, async ({ caller, params }) => {
      secret ??= openLogSecret(background, keyring)
      secret.catch(() => {
        secret = undefined
      })
      const data = await openJournal(db, await secret, { ...params, member: caller.accountId })
      return ok('Journal', { data })
    }),
  ]
}
