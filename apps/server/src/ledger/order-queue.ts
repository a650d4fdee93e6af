import type { MemberId } from '@trefoil/core/ledger/account'

const ORDERS_WAITING_MAX = 4096
/** As many as a batch takes, and a sixteenth of the queue: one member alone cannot fill it. */
const ORDERS_WAITING_PER_MEMBER_MAX = 256

/** First come, first served, with a bound for all and one for each member. */
export class OrderQueue<Order extends { readonly askedBy: MemberId | undefined }> {
  readonly #orders: Order[] = []
  readonly #perMember = new Map<MemberId, number>()

  get isEmpty(): boolean {
    return this.#orders.length === 0
  }

  isFullFor(member: MemberId | undefined): boolean {
    if (this.#orders.length >= ORDERS_WAITING_MAX) return true
    return member !== undefined && this.#countOf(member) >= ORDERS_WAITING_PER_MEMBER_MAX
  }

  push(order: Order): void {
    this.#orders.push(order)
    if (order.askedBy !== undefined) this.#perMember.set(order.askedBy, this.#countOf(order.askedBy) + 1)
  }

  take(count: number): Order[] {
    const taken = this.#orders.splice(0, count)
    for (const { askedBy: member } of taken) {
      if (member === undefined) continue
      const left = this.#countOf(member) - 1
      if (left > 0) this.#perMember.set(member, left)
      else this.#perMember.delete(member)
    }
    return taken
  }

  #countOf(member: MemberId): number {
    return this.#perMember.get(member) ?? 0
  }
}
