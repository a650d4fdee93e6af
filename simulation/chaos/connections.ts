import type { Action } from '../actions/action.ts'
import { donateOnce, transferOnce } from '../actions/spend.ts'
import { patiently, scanOnce } from '../actions/work.ts'
import { look } from '../../apps/server/src/payouts/sender.ts'
import { serverOf, startServers, stopServers, type World } from '../world/world.ts'

const GONE_MS = 60_000
const POOL_MAX = 6

const cut = ({ database }: World) =>
  database.owner.query(
    `select pg_terminate_backend(pid, ${GONE_MS}) from pg_stat_activity
     where datname = current_database() and application_name like 'trefoil%' and pid <> pg_backend_pid()`,
  )

/** Idle connections may have broken unnoticed: each pool tries all that it has, and opens others. */
export async function reconnect({ servers, database }: World): Promise<void> {
  const asks = servers.flatMap(({ db }) =>
    Array.from({ length: POOL_MAX }, () => db.selectFrom('installation').select('key').execute()),
  )
  await Promise.allSettled([...asks, ...Array.from({ length: POOL_MAX }, () => database.owner.query('select 1'))])
}

/** While members send and workers work, every connection to the database breaks. */
export const disconnecting: Action = {
  name: 'connections',
  weight: 2,
  async act(world) {
    const sending = Array.from({ length: world.dice.between(3, 12) }, (_, index) =>
      (index % 2 === 0 ? transferOnce : donateOnce)(world),
    )
    const working = patiently(async () => {
      if (world.dice.chance(0.5)) await scanOnce(world)
      else await look(serverOf(world).sending)
      return 'done'
    })
    await cut(world)
    await Promise.all([...sending, working])
    await reconnect(world)
    return 'broken'
  },
}

export const restarting: Action = {
  name: 'restart',
  weight: 1,
  async act(world) {
    await stopServers(world)
    await startServers(world)
    return 'restarted'
  },
}
