/** A token's amount in its own unit, without needless zeros. */
export function decimal(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0*$/, '')
}
