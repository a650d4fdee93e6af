import { Refusal } from '@trefoil/core/refusal'
import { checksum, validate as isAddress } from 'ox/Address'
import type { Address } from './chain.ts'

/** Lower addresses are precompiled contracts, and zero, where coins are burnt: anything sent there is lost. */
const PRECOMPILED_MAX = 0xffffn

/** Checksums an address, and refuses one that cannot be paid. */
export function payableAddress(typed: string): Address {
  const text = typed.trim()
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new Refusal('invalid_address', 'This is not a wallet address: it has 0x and 40 more characters.', {
      name: 'address_malformed',
    })
  if (hasMixedCase(text) && !isAddress(text))
    throw new Refusal('invalid_address', 'This wallet address has a typing error: its checksum does not match.', {
      name: 'address_mistyped',
    })
  if (BigInt(text) <= PRECOMPILED_MAX)
    throw new Refusal('invalid_address', 'Nobody owns this wallet address: what is sent there is lost.', {
      name: 'address_nobodys',
    })
  return checksum(text)
}

/** Only an address in mixed case carries a checksum (EIP-55). */
const hasMixedCase = (text: string): boolean => {
  const digits = text.slice(2)
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
}
