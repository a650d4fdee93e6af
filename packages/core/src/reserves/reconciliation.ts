/** What the chain holds and what explains it, in units of the token, all of it at one final block. */
export type ReserveFigures = Readonly<Record<HeldFigure | ExplainingFigure, bigint>>

export type HeldFigure =
  | 'vault'
  | 'treasury'
  /** At deposit addresses. */
  | 'unswept'

export type ExplainingFigure =
  /** What the chain account has given to all others. */
  | 'books'
  /** Journals from before evidence was asked for. */
  | 'unproven'
  /** Remainders of deposits that do not make a whole ledger unit yet, and what payments were rounded up by. */
  | 'dust'
  /** Final deposits that are not credited yet. */
  | 'depositsWaiting'
  /** Final payments that are not booked yet. */
  | 'payoutsWaiting'
  /** Payments that are booked, and in blocks that were not read yet. */
  | 'payoutsAhead'
  /** What treasury and vault held before their first recorded transfer. */
  | 'opening'
  /** From and to addresses that two operators declared as our own. */
  | 'funding'
  /** What others sent, and nobody was credited for. */
  | 'unmatched'
  /** What left treasury or vault, and nobody booked. */
  | 'unbooked'

const HELD: readonly HeldFigure[] = ['vault', 'treasury', 'unswept']

/** Each makes what should be there more or less. */
const EXPLAINING: Readonly<Record<ExplainingFigure, 1n | -1n>> = {
  books: 1n,
  unproven: -1n,
  dust: 1n,
  depositsWaiting: 1n,
  payoutsWaiting: -1n,
  payoutsAhead: 1n,
  opening: 1n,
  funding: 1n,
  unmatched: 1n,
  unbooked: -1n,
}

export type ReserveLine<Name> = { readonly name: Name; readonly units: bigint }

export type Reconciliation = {
  readonly held: readonly ReserveLine<HeldFigure>[]
  /** As they add up: what makes it less is negative. */
  readonly explained: readonly ReserveLine<ExplainingFigure>[]
  readonly heldInAll: bigint
  readonly explainedInAll: bigint
  /** Above zero: the chain holds more than is explained. */
  readonly difference: bigint
}

/** Both sides are counted independently, the one on the chain and the other in the books: they agree to the last unit. */
export function reconcile(figures: ReserveFigures): Reconciliation {
  const held = HELD.map((name) => ({ name, units: figures[name] }))
  const explained = (Object.keys(EXPLAINING) as ExplainingFigure[]).map((name) => ({
    name,
    units: figures[name] * EXPLAINING[name],
  }))
  const [heldInAll, explainedInAll] = [total(held), total(explained)]
  return { held, explained, heldInAll, explainedInAll, difference: heldInAll - explainedInAll }
}

const total = (lines: readonly ReserveLine<unknown>[]): bigint => lines.reduce((sum, { units }) => sum + units, 0n)

/** Why nothing may leave; `undefined` where everything is explained. */
export function reserveTrouble(figures: ReserveFigures, tokenDecimals: number): string | undefined {
  const { difference } = reconcile(figures)
  if (figures.unbooked > 0n)
    return `${showUnits(figures.unbooked, tokenDecimals)} left the treasury or the vault, and nobody booked it`
  if (difference === 0n) return undefined
  const amount = showUnits(difference < 0n ? -difference : difference, tokenDecimals)
  return `The chain holds ${amount} ${difference < 0n ? 'less' : 'more'} than the books explain`
}

/**
 * Why nothing may leave although everything is explained, as when we took more out than was ours. Of the books, `dust` is
 * owed to nobody.
 */
export function reserveShortfall(figures: ReserveFigures, dust: bigint, tokenDecimals: number): string | undefined {
  const owed = figures.books - dust - figures.payoutsWaiting + figures.payoutsAhead
  const missing = owed - reconcile(figures).heldInAll
  if (missing <= 0n) return undefined
  return `The chain holds ${showUnits(missing, tokenDecimals)} less than members, causes and operations are owed`
}

/** `12.5`: exact, without trailing zeros. */
export function showUnits(units: bigint, tokenDecimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(tokenDecimals + 1, '0')
  const [whole, fraction] = [digits.slice(0, -tokenDecimals), digits.slice(-tokenDecimals).replace(/0+$/, '')]
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
