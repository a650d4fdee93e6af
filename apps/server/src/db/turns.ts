import { setImmediate as nextTurn } from 'node:timers/promises'

const PER_TURN = 4

/**
 * A few per turn of the event loop. Many who are answered at once go on at once, and whatever the database says
 * meanwhile would have to wait for all of them.
 */
export async function fewPerTurn<Item>(items: Iterable<Item>, act: (item: Item, index: number) => void): Promise<void> {
  let index = 0
  for (const item of items) {
    if (index > 0 && index % PER_TURN === 0) await nextTurn()
    act(item, index)
    index += 1
  }
}
