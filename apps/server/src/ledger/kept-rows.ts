import type { MemberId } from '@trefoil/core/ledger/account'
import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import { usd, type Usd } from '@trefoil/core/money'
import type { KeptBalances } from './balance-row.ts'

/**
 * A bounded map of rows. Each is packed into numbers that lie side by side: as objects a row is twenty of them, scattered
 * over memory that is no longer in the processor's caches when the member's next order comes. When it is full, the half
 * that was not used most recently is forgotten.
 */
export class KeptRows {
  #young: Half
  #old: Half

  constructor(max: number) {
    this.#young = new Half(Math.ceil(max / 2))
    this.#old = new Half(Math.ceil(max / 2))
  }

  has(member: MemberId): boolean {
    return this.#young.has(member) || this.#old.has(member)
  }

  get(member: MemberId): KeptBalances | undefined {
    const row = this.#young.get(member)
    if (row) return row
    const older = this.#old.get(member)
    if (older) this.set(older)
    return older
  }

  set(row: KeptBalances): void {
    if (this.#young.set(row)) return
    ;[this.#young, this.#old] = [this.#old, this.#young]
    this.#young.clear()
    this.#young.set(row)
  }

  /** To the next version. */
  moveOn(balances: MemberBalances): void {
    if (!this.#young.moveOn(balances)) this.#old.moveOn(balances)
  }

  versionOf(member: MemberId): bigint | undefined {
    return this.#young.versionOf(member) ?? this.#old.versionOf(member)
  }

  namesOf(member: MemberId): Names | undefined {
    return this.#young.namesOf(member) ?? this.#old.namesOf(member)
  }

  delete(member: MemberId): void {
    this.#young.delete(member)
    this.#old.delete(member)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}

type Names = Pick<KeptBalances, 'name' | 'keyHash' | 'referralCode'>

const NUMBERS_PER_ROW = 22
const VERSION = 15
const HELD_UNTIL = 16
const SECOND_FACTOR = 17
const ON_HOLD = 18
const LEVEL = 19
const AGREED_TURN = 20
const JOINED = 21
const FROZEN = 1n
const CLOSED = 2n
const NO_HOLD = -1n

class Half {
  readonly #max: number
  readonly #places = new Map<MemberId, number>()
  /** Places of rows that were deleted. */
  readonly #free: number[] = []
  readonly #numbers: BigInt64Array
  readonly #names: Names[] = []

  constructor(max: number) {
    this.#max = max
    this.#numbers = new BigInt64Array(max * NUMBERS_PER_ROW)
  }

  has(member: MemberId): boolean {
    return this.#places.has(member)
  }

  get(member: MemberId): KeptBalances | undefined {
    const place = this.#places.get(member)
    const names = place === undefined ? undefined : this.#names[place]
    return place !== undefined && names ? unpack(member, names, this.#numbers, place * NUMBERS_PER_ROW) : undefined
  }

  namesOf(member: MemberId): Names | undefined {
    const place = this.#places.get(member)
    return place === undefined ? undefined : this.#names[place]
  }

  versionOf(member: MemberId): bigint | undefined {
    const place = this.#places.get(member)
    return place === undefined ? undefined : this.#numbers[place * NUMBERS_PER_ROW + VERSION]
  }

  /** False if it is not here. */
  moveOn(balances: MemberBalances): boolean {
    const place = this.#places.get(balances.member)
    if (place === undefined) return false
    const from = place * NUMBERS_PER_ROW
    packBalances(balances, this.#numbers, from)
    this.#numbers[from + VERSION] = numberAt(this.#numbers, from + VERSION) + 1n
    return true
  }

  /** False if there is no room for it. */
  set(row: KeptBalances): boolean {
    const { member } = row.balances
    const known = this.#places.get(member)
    const place = known ?? this.#free.pop() ?? this.#places.size
    if (place === this.#max) return false
    if (known === undefined) this.#places.set(member, place)
    const from = place * NUMBERS_PER_ROW
    packBalances(row.balances, this.#numbers, from)
    this.#numbers[from + VERSION] = row.version
    this.#numbers[from + HELD_UNTIL] = row.heldUntil ? BigInt(row.heldUntil.getTime()) : NO_HOLD
    this.#numbers[from + SECOND_FACTOR] = row.hasSecondFactor ? 1n : 0n
    this.#numbers[from + AGREED_TURN] = BigInt(row.agreedTurn)
    this.#numbers[from + JOINED] = BigInt(row.joined.getTime())
    const before = this.#names[place]
    const { name, keyHash, referralCode } = row
    if (before?.name !== name || before.keyHash !== keyHash || before.referralCode !== referralCode)
      this.#names[place] = { name, keyHash, referralCode }
    return true
  }

  delete(member: MemberId): void {
    const place = this.#places.get(member)
    if (place === undefined) return
    this.#places.delete(member)
    this.#free.push(place)
  }

  clear(): void {
    this.#places.clear()
    this.#free.length = 0
    this.#names.length = 0
  }
}

/** Written out, in the same order as `unpack`: a batch runs it for every member whom it touches. */
function packBalances(balances: MemberBalances, numbers: BigInt64Array, from: number): void {
  const { impact, available, held, returnable, onHold, window, totals, frozen, closed, level } = balances
  numbers[from] = impact.balance
  numbers[from + 1] = BigInt(impact.sequence)
  numbers[from + 2] = available.balance
  numbers[from + 3] = BigInt(available.sequence)
  numbers[from + 4] = held.balance
  numbers[from + 5] = BigInt(held.sequence)
  numbers[from + 6] = BigInt(window.stage)
  numbers[from + 7] = window.lastDonation
  numbers[from + 8] = window.earned
  numbers[from + 9] = totals.donated
  numbers[from + 10] = totals.earned
  numbers[from + 11] = totals.deposited
  numbers[from + 12] = totals.withdrawn
  numbers[from + 13] = (frozen ? FROZEN : 0n) | (closed ? CLOSED : 0n)
  numbers[from + 14] = returnable
  numbers[from + ON_HOLD] = onHold
  numbers[from + LEVEL] = BigInt(level)
}

function unpack(member: MemberId, names: Names, numbers: BigInt64Array, from: number): KeptBalances {
  const flags = numberAt(numbers, from + 13)
  const heldUntil = numberAt(numbers, from + HELD_UNTIL)
  const balances: MemberBalances = {
    member,
    impact: { balance: amountAt(numbers, from), sequence: Number(numbers[from + 1]) },
    available: { balance: amountAt(numbers, from + 2), sequence: Number(numbers[from + 3]) },
    held: { balance: amountAt(numbers, from + 4), sequence: Number(numbers[from + 5]) },
    returnable: amountAt(numbers, from + 14),
    onHold: amountAt(numbers, from + ON_HOLD),
    window: {
      stage: Number(numbers[from + 6]),
      lastDonation: amountAt(numbers, from + 7),
      earned: amountAt(numbers, from + 8),
    },
    totals: {
      donated: amountAt(numbers, from + 9),
      earned: amountAt(numbers, from + 10),
      deposited: amountAt(numbers, from + 11),
      withdrawn: amountAt(numbers, from + 12),
    },
    frozen: (flags & FROZEN) !== 0n,
    closed: (flags & CLOSED) !== 0n,
    level: Number(numbers[from + LEVEL]),
  }
  return {
    balances,
    version: numberAt(numbers, from + VERSION),
    heldUntil: heldUntil === NO_HOLD ? null : new Date(Number(heldUntil)),
    hasSecondFactor: numbers[from + SECOND_FACTOR] === 1n,
    agreedTurn: Number(numbers[from + AGREED_TURN]),
    joined: new Date(Number(numbers[from + JOINED])),
    name: names.name,
    keyHash: names.keyHash,
    referralCode: names.referralCode,
  }
}

const numberAt = (numbers: BigInt64Array, index: number): bigint => numbers[index] ?? 0n
const amountAt = (numbers: BigInt64Array, index: number): Usd => usd(numberAt(numbers, index))
