import * as Addresses from 'ox/Address'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import type { Address, Hex } from './chain.ts'

export type Transaction = {
  chainId: number
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Without it, the data creates a contract. */
  to: Address | undefined
  data: Hex
  value: bigint
}

/** Throws if this is no private key. */
export const addressOf = (privateKey: Hex): Address =>
  Addresses.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true })

/** The bytes to send. A key signs the same transaction always alike (RFC 6979). */
export function signTransaction(privateKey: Hex, transaction: Transaction): Hex {
  const { to, nonce } = transaction
  if (to) Addresses.assert(to)
  const envelope = TxEnvelopeEip1559.from({ ...transaction, nonce: BigInt(nonce) })
  const payload = TxEnvelopeEip1559.getSignPayload(envelope)
  const signature = Secp256k1.sign({ payload, privateKey, extraEntropy: false })
  return TxEnvelopeEip1559.serialize(envelope, { signature })
}
