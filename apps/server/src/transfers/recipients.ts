import type { MemberId } from '@trefoil/core/ledger/account'
import { parsePrivateKey } from '@trefoil/core/identity/private-key'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import type pg from 'pg'
import type { Statement } from '../db/flight.ts'
import { inOneQueryAtATime } from '../db/one-at-a-time.ts'
import { texts } from '../ledger/columns.ts'
import type { Keyring } from '../members/keyring.ts'

export type Recipient = { member: MemberId; name: string }
export type FindRecipient = (typed: string) => Promise<Recipient | undefined>

/** Who has this private key or this referral code. */
export function recipientFinder(pool: pg.Pool, keyring: Keyring): FindRecipient {
  const byKey = inOneQueryAtATime((digests) => find(pool, byKeyHash, digests))
  const byCode = inOneQueryAtATime((codes) => find(pool, byReferralCode, codes))

  return async (typed) => {
    const code = parseReferralCode(typed)
    if (code !== undefined) return byCode(code)
    const key = parsePrivateKey(typed)
    return key === undefined ? undefined : byKey(String.raw`\x${keyring.digest('private key', key).toString('hex')}`)
  }
}

type Named = Recipient & { named_by: string }

async function find(pool: pg.Pool, statement: Statement, names: string[]): Promise<Map<string, Recipient>> {
  const { rows } = await pool.query<Named>({ ...statement, values: [texts(names)] })
  return new Map(rows.map((row) => [row.named_by, row]))
}

const byKeyHash = {
  name: 'recipients by key',
  text: `select member.id as member, account.name, key_hash::text as named_by
    from account join member on member.id = account.id where key_hash = any($1::bytea[])`,
}

const byReferralCode = {
  name: 'recipients by code',
  text: `select member.id as member, account.name, referral_code as named_by
    from member join account on account.id = member.id where referral_code = any($1::text[])`,
}
