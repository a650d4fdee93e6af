import { parsePrivateKey } from '@trefoil/core/identity/private-key'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { nameHash } from '@trefoil/core/proofs/commitments'

/** What proofs call the member: the hash of the private key, however it was typed. */
export const nameOf = (typed: string): string => bytesToHex(nameHash(parsePrivateKey(typed) ?? typed))
