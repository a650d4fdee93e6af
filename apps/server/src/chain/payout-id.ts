import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem/utils'
import type { Hash } from './chain.ts'

/** Whose a payout is: `owner` is the member's id. */
export type PayoutOwner = { kind: 'withdrawal'; owner: number }

/**
 * What the vault knows a payout by. It follows from how many payouts of this owner the vault has paid before, so that a
 * database that has forgotten one asks for the same id again, and the vault refuses.
 */
export function payoutId(installation: string, { kind, owner, number }: PayoutOwner & { number: number }): Hash {
  return keccak256(encodeAbiParameters(PARAMETERS, [`0x${installation}`, kind, BigInt(owner), BigInt(number)]))
}

const PARAMETERS = parseAbiParameters('bytes32 installation, string kind, uint256 owner, uint256 number')
