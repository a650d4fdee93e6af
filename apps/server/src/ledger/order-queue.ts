import type { MemberId } from '@trefoil/core/ledger/account'

export const ORDERS_WAITING_MAX = 4096
/** As many as a batch takes, and a sixteenth of the queue: one member alone cannot fill it. */
const ORDERS_WAITING_PER_MEMBER_MAX = 256

/** First come, first served, with a bound for all and one for each member. Orders become ready in the same order. */
export class OrderQueue<Order extends { readonly askedBy: MemberId | undefined }> {
  readonly #orders: Order[] = []
  readonly #perMember = new Map<MemberId, number>()
  #ready = 0

  /** How many are ready. */
  get ready(): number {
    return this.#ready
  }

  get unready(): number {
    return this.#orders.length - this.#ready
  }

  get isEmpty(): boolean {
    return this.#orders.length === 0
  }

  /** The next one to leave, if it is ready. */
  get next(): Order | undefined {
    return this.#ready > 0 ? this.#orders[0] : undefined
  }

  isFullFor(member: MemberId | undefined): boolean {
    if (this.#orders.length >= ORDERS_WAITING_MAX) return true
    return member !== undefined && this.#countOf(member) >= ORDERS_WAITING_PER_MEMBER_MAX
  }

  push(order: Order): void {
    this.#orders.push(order)
    this.#count(order, 1)
  }

  /** The first of those that are not ready. */
  arrived(max: number): readonly Order[] {
    return this.#orders.slice(this.#ready, this.#ready + max)
  }

  /** So many of them are ready now. */
  makeReady(count: number): void {
    this.#ready += count
  }

  /** As many as are ready, in order, until one does not belong to the others. */
  take(max: number, belongs: (order: Order) => boolean = () => true): Order[] {
    const limit = Math.min(max, this.#ready)
    let count = 0
    for (const order of this.#orders) {
      if (count === limit || !belongs(order)) break
      count += 1
    }
    const taken = this.#orders.splice(0, count)
    this.#ready -= count
    for (const order of taken) this.#count(order, -1)
    return taken
  }

  /** They are ready, and the first to leave. `behind`: how many orders at the front stay ahead of them. */
  putBack(orders: readonly Order[], behind = 0): void {
    this.#orders.splice(behind, 0, ...orders)
    this.#ready += orders.length
    for (const order of orders) this.#count(order, 1)
  }

  #count({ askedBy: member }: Order, change: 1 | -1): void {
    if (member === undefined) return
    const count = this.#countOf(member) + change
    if (count > 0) this.#perMember.set(member, count)
    else this.#perMember.delete(member)
  }

  #countOf(member: MemberId): number {
    return this.#perMember.get(member) ?? 0
  }
}
