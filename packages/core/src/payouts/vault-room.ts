/** What the vault's owner allows, and what the vault counted last. In units of the token. */
export type VaultLimits = {
  readonly perPayment: bigint
  readonly perDay: bigint
  /** In UTC, counted from 1 January 1970. */
  readonly day: bigint
  readonly paidThatDay: bigint
}

/** What the vault can pay at this moment. Without limits, its float alone decides. */
export type VaultRoom = {
  readonly float: bigint
  readonly limits: { readonly perPayment: bigint; readonly leftToday: bigint } | null
}

/** Why the vault cannot pay an amount right now. `vault_payment_limit`: not tomorrow either. */
export type VaultObstacle = 'float' | 'vault_payment_limit' | 'vault_day_limit'

const DAY_MS = 86_400_000

/** `underWay`: claimed and perhaps not yet paid. Counted against both, so that no claim counts on what another takes. */
export function vaultRoom(
  vault: { readonly balance: bigint; readonly limits: VaultLimits | null },
  { underWay, now }: { underWay: bigint; now: number },
): VaultRoom {
  const { balance, limits } = vault
  return {
    float: balance - underWay,
    limits: limits && {
      // What is more than a whole day's worth is never paid in one payment.
      perPayment: limits.perPayment < limits.perDay ? limits.perPayment : limits.perDay,
      leftToday: leftToday(limits, now) - underWay,
    },
  }
}

/** By our clock, not by the newest block, which on a quiet chain may be of yesterday. */
export function leftToday({ perDay, day, paidThatDay }: VaultLimits, now: number): bigint {
  const paid = day >= BigInt(Math.floor(now / DAY_MS)) ? paidThatDay : 0n
  return paid < perDay ? perDay - paid : 0n
}

export const nextDay = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

export function obstacleTo(amount: bigint, { float, limits }: VaultRoom): VaultObstacle | undefined {
  if (limits && amount > limits.perPayment) return 'vault_payment_limit'
  if (limits && amount > limits.leftToday) return 'vault_day_limit'
  return amount > float ? 'float' : undefined
}

const without = ({ float, limits }: VaultRoom, amount: bigint): VaultRoom => ({
  float: float - amount,
  limits: limits && { ...limits, leftToday: limits.leftToday - amount },
})

/**
 * What stands in the way of each, if anything. In their order, but one that is too large steps aside for the smaller
 * ones behind it.
 */
export function obstaclesTo(amounts: readonly bigint[], room: VaultRoom): (VaultObstacle | undefined)[] {
  let left = room
  return amounts.map((amount) => {
    const obstacle = obstacleTo(amount, left)
    if (!obstacle) left = without(left, amount)
    return obstacle
  })
}
