import { parsePrivateKey } from '@trefoil/core/identity/private-key'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import type { MemberName } from '../ledger/operation.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Parses a private key or a referral code. */
export function recipientNamed(keyring: Keyring, typed: string): MemberName | undefined {
  const code = parseReferralCode(typed)
  if (code !== undefined) return { by: 'code', text: code }
  const key = parsePrivateKey(typed)
  if (key === undefined) return undefined
  return { by: 'key', text: String.raw`\x${keyring.digest('private key', key).toString('hex')}` }
}
