import { subnetOf } from '@trefoil/core/identity/subnet'

/** An IPv6 customer has a whole /64 to guess from, often a /56; a site has a /48, which others may share. */
export const NETWORK_SIZES = [
  { v6Bits: 64, times: 1 },
  { v6Bits: 56, times: 2 },
  { v6Bits: 48, times: 4 },
]

/** The networks that an address is in, one for each size. An IPv4 address counts for itself. */
export function networksOf(address: string): string[] {
  const networks = NETWORK_SIZES.map(({ v6Bits }) => subnetOf(address, { v4Bits: 32, v6Bits }) ?? address)
  return [...new Set(networks)]
}
