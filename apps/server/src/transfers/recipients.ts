import type { MemberId } from '@trefoil/core/ledger/account'
import { parsePrivateKey } from '@trefoil/core/identity/private-key'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { inOneQueryPerTick } from '../db/per-tick.ts'
import type { Keyring } from '../members/keyring.ts'

export type Recipient = { member: MemberId; name: string }
export type FindRecipient = (typed: string) => Promise<Recipient | undefined>

/** Who has this private key or this referral code. */
export function recipientFinder(db: Database, keyring: Keyring): FindRecipient {
  const byKey = inOneQueryPerTick(async (digests) => {
    const hashes = digests.map((digest) => Buffer.from(digest, 'hex'))
    const { rows } = await sql<Recipient & { named_by: string }>`
      select member.id as member, account.name, encode(key_hash, 'hex') as named_by
      from account join member on member.id = account.id where key_hash = any(${hashes})`.execute(db)
    return new Map(rows.map((row) => [row.named_by, row]))
  })
  const byCode = inOneQueryPerTick(async (codes) => {
    const { rows } = await sql<Recipient & { named_by: string }>`
      select member.id as member, account.name, referral_code as named_by
      from member join account on account.id = member.id where referral_code = any(${codes})`.execute(db)
    return new Map(rows.map((row) => [row.named_by, row]))
  })

  return async (typed) => {
    const code = parseReferralCode(typed)
    if (code !== undefined) return byCode(code)
    const key = parsePrivateKey(typed)
    return key === undefined ? undefined : byKey(keyring.digest('private key', key).toString('hex'))
  }
}
