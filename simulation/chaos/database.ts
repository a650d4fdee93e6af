import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Action } from '../actions/action.ts'
import { donateOnce, transferOnce } from '../actions/spend.ts'
import { must } from '../violation.ts'
import type { World } from '../world/world.ts'
import { reconnect } from './connections.ts'

const BACK_MS = 180_000
const POLL_MS = 50

/** PostgreSQL is killed while members send, and is started again. What was answered has to be there. */
export const crashing: Action = {
  name: 'crash of the database',
  weight: 1,
  async act(world) {
    const killed = await postmasterOf(world)
    must(Number(killed) > 1, 'postmaster.pid names no process')
    const sending = Array.from({ length: world.dice.between(2, 8) }, (_, index) =>
      (index % 2 === 0 ? transferOnce : donateOnce)(world),
    )
    process.kill(Number(killed), 'SIGKILL')
    await Promise.all([...sending, isBack(world, killed)])
    await reconnect(world)
    return 'killed'
  },
}

const postmasterOf = async ({ folder }: World): Promise<string | undefined> =>
  (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]

async function isBack(world: World, killed: string | undefined): Promise<void> {
  const until = performance.now() + BACK_MS
  for (;;) {
    const isAnother = (await postmasterOf(world)) !== killed
    const answer = await world.database.owner.query('select 1').catch(() => undefined)
    if (isAnother && answer) return
    must(performance.now() < until, 'the database does not come back')
    await sleep(POLL_MS)
  }
}
