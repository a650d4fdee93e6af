import { assertU64, viewOf } from './bytes.ts'

const CUT_BYTES = 16

/** How many random bytes a split takes. */
export const splitBytes = (parts: number): number => (parts - 1) * CUT_BYTES

/** Cuts a balance into this many parts at random places. Parts may be zero; they always add up. */
export function splitBalance({
  balance,
  parts,
  random,
}: {
  balance: bigint
  parts: number
  random: Uint8Array
}): bigint[] {
  assertU64(balance)
  if (!Number.isInteger(parts) || parts < 1 || parts > 255) throw new RangeError(`${parts} parts`)
  if (random.length !== splitBytes(parts)) throw new RangeError(`${parts} parts take ${splitBytes(parts)} random bytes`)
  const view = viewOf(random)
  const cuts = Array.from({ length: parts - 1 }, (_, cut) => {
    const drawn = (view.getBigUint64(cut * CUT_BYTES) << 64n) | view.getBigUint64(cut * CUT_BYTES + 8)
    return (drawn * (balance + 1n)) >> 128n
  }).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  return [...cuts, balance].map((end, part) => end - (cuts[part - 1] ?? 0n))
}

/** Every place from 0 once, each order as likely as any other. `random` returns that many random bytes. */
export function shuffledPlaces(count: number, random: (bytes: number) => Uint8Array): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, place) => place)
  const draw = numbersFrom(random)
  for (let last = count - 1; last > 0; last--) {
    const other = draw(last + 1)
    const held = places[last] as number
    places[last] = places[other] as number
    places[other] = held
  }
  return places
}

/** Numbers below a limit, each as likely as any other: what would favour the small ones is drawn again. */
function numbersFrom(random: (bytes: number) => Uint8Array): (limit: number) => number {
  const STOCK_BYTES = 65_536
  let stock = viewOf(new Uint8Array())
  let at = 0
  const next = (): number => {
    if (at === stock.byteLength) [stock, at] = [viewOf(random(STOCK_BYTES)), 0]
    at += 4
    return stock.getUint32(at - 4)
  }
  return (limit) => {
    const fair = 2 ** 32 - (2 ** 32 % limit)
    let drawn = next()
    while (drawn >= fair) drawn = next()
    return drawn % limit
  }
}
