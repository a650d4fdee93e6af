import type { Action } from '../actions/action.ts'
import type { World } from '../world/world.ts'

const HOUR_MS = 3_600_000
const realNow = Date.now.bind(Date)

/** What the database compares with its own clock. Moving all of it back is what moving the clock forward is. */
const STAMPS: Record<string, readonly string[]> = {
  withdrawal: ['look_at', 'claimed_at', 'requested_at'],
  sending_attempt: ['signed_at', 'sent_at', 'taken_at'],
  deposit_address: ['expires_at', 'set_aside_until'],
  reconciliation: ['checked_at', 'found_at'],
  worker_status: ['reported_at', 'trouble_since'],
}

async function moveDatabaseClock({ database }: World, hours: number): Promise<void> {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const [table, columns] of Object.entries(STAMPS)) {
      const set = columns.map((column) => `${column} = ${column} - make_interval(hours => $1::int)`)
      await client.query(`update ${table} set ${set.join(', ')}`, [hours])
    }
    await client.query(
      `update installation set value = jsonb_set(value, '{checked_at}',
         to_jsonb((value ->> 'checked_at')::timestamptz - make_interval(hours => $1::int))) where value ? 'checked_at'`,
      [hours],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** One of three clocks jumps: the database's, this process's, or the chain's, which only goes forward. */
export const jumping: Action = {
  name: 'clock',
  weight: 2,
  async act(world) {
    const { dice, chain } = world
    const hours = dice.between(1, 72) * (dice.chance(0.3) ? -1 : 1)
    const which = dice.pick(['database', 'process', 'chain'])
    if (which === 'database') await moveDatabaseClock(world, hours)
    else if (which === 'process') Date.now = () => realNow() + hours * HOUR_MS
    else await chain.mine(1, { secondsLater: Math.abs(hours) * 3600 })
    return `${which}: ${hours} hours`
  },
}

/** Also before a command: none works on a database whose clock is far from this machine's. */
export const resetClock = (): void => void (Date.now = realNow)
