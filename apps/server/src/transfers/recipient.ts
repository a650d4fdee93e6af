import { parsePrivateKey } from '@trefoil/core/identity/private-key'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import type { MemberName } from '../ledger/operation.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Parses a private key or a referral code. */
export function recipientNamed(keyring: Keyring, typed: string): MemberName | undefined {
  const key = parsePrivateKey(typed)
  if (key !== undefined) return { by: 'key', texts: keyring.digestTexts('private key', key) }
  const code = parseReferralCode(typed)
  return code === undefined ? undefined : { by: 'code', texts: [code] }
}
