import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** So many streams may an account have, over all processes. */
const SLOTS = 10
/** A process that has given no sign of life for so long has no streams any more. It gives one every five seconds. */
const LASTING = '15 seconds'
/** Those of processes that are gone for good, whatever their accounts do. */
const FORGOTTEN = '1 hour'

/** One of an account's few, for one stream. */
export type StreamSlot = { readonly account: number; readonly number: number }

export type StreamSlots = {
  /** Undefined: the account has too many streams. */
  take(account: number): Promise<StreamSlot | undefined>
  release(slot: StreamSlot): void
  /** That this process lives, on its listening connection. */
  giveSign(client: pg.Client): Promise<void>
  /** On a new connection: another server may be the primary, which knows nothing of them. */
  takeAgain(client: pg.Client): Promise<void>
  /** Before the last connection closes. */
  releaseAll(client: pg.Client): Promise<void>
}

export function openStreamSlots(pool: pg.Pool): StreamSlots {
  const process = randomUUID()
  const held = new Set<StreamSlot>()
  let leaving: StreamSlot[] = []

  const columnsOf = (slots: readonly StreamSlot[]) => [
    slots.map(({ account }) => account),
    slots.map(({ number }) => number),
  ]

  /** All that end in one turn of the event loop. If the database is away, with the next sign of life. */
  async function releaseThose(): Promise<void> {
    const slots = leaving
    leaving = []
    await pool
      .query({
        name: 'release slots',
        text: `delete from stream_slot where process = $1
          and (account_id, slot) in (select * from unnest($2::int[], $3::smallint[]))`,
        values: [process, ...columnsOf(slots)],
      })
      .catch(() => leaving.push(...slots))
  }

  const giveSign = async (client: pg.Client) => {
    await client.query({
      name: 'live',
      text: `insert into stream_process (process) values ($1)
        on conflict (process) do update set seen_at = clock_timestamp()`,
      values: [process],
    })
    if (leaving.length > 0) await releaseThose()
  }

  return {
    async take(account) {
      const { rows } = await pool.query<{ slot: number | null }>({
        name: 'take slot',
        text: 'select take_stream_slot($1, $2, $3, $4) as slot',
        values: [account, process, SLOTS, LASTING],
      })
      const number = rows[0]?.slot ?? null
      if (number === null) return undefined
      const slot = { account, number }
      held.add(slot)
      return slot
    },
    release(slot) {
      if (!held.delete(slot)) return
      leaving.push(slot)
      if (leaving.length === 1) setImmediate(() => void releaseThose())
    },
    giveSign,
    async takeAgain(client) {
      await giveSign(client)
      const values = [process, ...columnsOf([...held])]
      await client.query(
        `with held (account_id, slot) as (select * from unnest($2::int[], $3::smallint[])), lost as (
          delete from stream_slot where process = $1 and (account_id, slot) not in (select account_id, slot from held))
        insert into stream_slot (account_id, slot, process) select account_id, slot, $1 from held on conflict do nothing`,
        values,
      )
      await client.query(
        `with gone as (delete from stream_process where seen_at < clock_timestamp() - $1::interval returning process)
          delete from stream_slot where process in (select process from gone)`,
        [FORGOTTEN],
      )
    },
    async releaseAll(client) {
      held.clear()
      await client.query('delete from stream_slot where process = $1', [process])
      await client.query('delete from stream_process where process = $1', [process])
    },
  }
}
