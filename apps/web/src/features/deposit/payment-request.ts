import type { DataOf } from '../../lib/endpoint.ts'
import type { readWalletNetwork } from '@trefoil/contract/wallet'

export type Network = DataOf<typeof readWalletNetwork>

/** EIP-681: a token transfer to the address, of an amount that is typed in the wallet. */
export const paymentRequest = ({ chain_id, token }: Network, address: string): string =>
  `ethereum:${token.address}@${chain_id}/transfer?address=${address}`
