import { asReader, type Database } from '../db/database.ts'
import type { Settings } from '../env.ts'
import type { Verdict } from '../ledger/check.ts'
import { secretIn } from '../members/secret.ts'
import { openLogSecret } from '../proofs/log/secret.ts'
import { LOG_INVARIANT, verifyLog, type LogReport } from '../proofs/log/verify-log.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { onClient } from './on-client.ts'

/** `why`: it could not be compared, and that is no verdict. */
export type LogVerdict = { log: LogReport | { why: string }; verdict?: Verdict }

/** Whether the log still says what the books say. */
export async function verifyLogOf(
  settings: Settings,
  { url, db, since }: { url: string; db: Database; since: bigint },
): Promise<LogVerdict> {
  const signed = await db.selectFrom('proof_log').select('number').limit(1).executeTakeFirst()
  if (!signed) return { log: { why: 'Nothing was signed yet.' } }
  const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
  const secret = await openLogSecret(db, keyring)
  const log = await onClient(asReader(url), (client) => verifyLog(client, secret, { since: Number(since) }))
  if (!log) return { log: { why: 'Nothing was signed yet.' } }
  const violations = log.changed + log.brokenTiles + (log.isSigned ? 0 : 1)
  return { log, verdict: { name: LOG_INVARIANT, violations } }
}

/** What was looked at, in full or not. */
export function describeLog(log: LogVerdict['log']): string[] {
  if ('why' in log) return [`The log was not compared: ${log.why}`]
  const { checked, among, changed, firstChanged, brokenTiles, isSigned, size } = log
  const made = `${checked} of ${among} leaves were made again from the books`
  const which = firstChanged ? `, the first is ${firstChanged.kind} ${firstChanged.id}` : ''
  return [
    `The log has ${size} leaves. ${made}${checked < among ? ', drawn at random' : ''}.`,
    ...(changed > 0 ? [`CHANGED: ${changed} of them are not what was entered${which}.`] : []),
    ...(brokenTiles > 0 ? [`BROKEN: ${brokenTiles} tiles do not lead to the hash above them.`] : []),
    ...(isSigned ? [] : ['NOT SIGNED: the tree does not lead to the newest checkpoint.']),
  ]
}
