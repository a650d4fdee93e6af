import * as AbiParameters from 'ox/AbiParameters'
import { keccak256 } from 'ox/Hash'
import type { Hash } from './chain.ts'

/** Whose a payout is, by the number that the ledger knows them by: the kind says what the rest counts. */
const kindOf = (owner: number): [kind: string, number: bigint] =>
  owner > 0 ? ['withdrawal', BigInt(owner)] : owner < 0 ? ['cause', BigInt(-owner)] : ['operations', 0n]

/**
 * What the vault knows a payout by. It follows from how many payouts of this owner the vault has paid before, so that a
 * database that has forgotten one asks for the same id again, and the vault refuses.
 */
export function payoutId(installation: string, { owner, number }: { owner: number; number: number }): Hash {
  return keccak256(AbiParameters.encode(PARAMETERS, [`0x${installation}`, ...kindOf(owner), BigInt(number)]))
}

const PARAMETERS = AbiParameters.from('bytes32 installation, string kind, uint256 owner, uint256 number')
