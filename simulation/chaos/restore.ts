import { join } from 'node:path'
import type { Action } from '../actions/action.ts'
import { resetClock } from './clock.ts'
import { backup } from '../../apps/server/src/cli/backup.ts'
import { PLAIN } from '../../apps/server/src/cli/backup-files.ts'
import { restore } from '../../apps/server/src/cli/restore.ts'
import { openPool } from '../../apps/server/src/db/database.ts'
import { createDatabase, dropDatabase, UNHURRIED } from '../../apps/server/src/testing/databases.ts'
import { testSettings } from '../../apps/server/src/testing/settings.ts'
import { must } from '../violation.ts'
import { startServers, stopServers, type Saved, type World } from '../world/world.ts'

const SAVED_MAX = 4

/** What the model was is saved with it: what happened afterwards will not have happened. */
function keep(world: World, how: Pick<Saved, 'isBackup' | 'restore'>): void {
  world.saved.push({ model: structuredClone(world.model), ...how })
  if (world.saved.length > SAVED_MAX) world.saved.shift()
}

const nextName = (world: World) => `simulated-${(world.databases += 1)}`

export const backingUp: Action = {
  name: 'backup',
  weight: 2,
  async act(world) {
    const folder = join(world.folder, `backup-${world.databases}-${world.keys}-${world.dice.hex(4)}`)
    resetClock()
    await backup(testSettings({ databaseUrl: world.database.url }), folder, PLAIN)
    const restoring = async ({ postgres }: World) => {
      const databaseUrl = await createDatabase(postgres.url, { name: nextName(world) })
      resetClock()
      const { violated } = await restore(testSettings({ databaseUrl }), folder)
      must(violated.length === 0, `after a restore: ${violated.join('; ')}`)
      return databaseUrl
    }
    keep(world, { isBackup: true, restore: restoring })
    return 'made'
  },
}

/** A copy as an asynchronous standby has it: nothing in it says that it is old. */
export const standingBy: Action = {
  name: 'standby',
  weight: 1,
  async act(world) {
    const { postgres, database } = world
    await stopServers(world)
    await database.owner.end()
    const [copy, template] = [nextName(world), database.name]
    await createDatabase(postgres.url, { name: copy, template })
    world.database = { ...database, owner: openPool(database.url, 2, UNHURRIED) }
    await startServers(world)
    const restoring = () => createDatabase(postgres.url, { name: nextName(world), template: copy })
    keep(world, { isBackup: false, restore: restoring })
    return 'copied'
  },
}

/** The database is lost, and an older one takes its place while the chain has moved on. */
export const settingBack: Action = {
  name: 'set back',
  weight: 1,
  async act(world) {
    const index = world.dice.below(world.saved.length || 1)
    const saved = world.saved[index]
    if (!saved) return undefined
    await stopServers(world)
    await world.database.owner.end()
    const former = world.database.name
    const url = await saved.restore(world)
    world.database = { url, name: new URL(url).pathname.slice(1), owner: openPool(url, 2, UNHURRIED) }
    await dropDatabase(world.postgres.url, former)
    world.model = structuredClone(saved.model)
    // Later ones were made by a database that is no more.
    world.saved.splice(index + 1)
    world.proposals = []
    await forgetLost(world, saved)
    await startServers(world)
    return `a ${saved.isBackup ? 'backup' : 'standby'} takes over`
  },
}

/**
 * Whoever joined since is lost, with what they received. After a restore nobody else gets their addresses; a standby may
 * not notice that it is old, and gives their numbers to others.
 */
async function forgetLost({ model, raw, deposits, lost }: World, { isBackup }: Saved): Promise<void> {
  const forgotten = [...deposits].filter(([, member]) => !model.members.has(member)).map(([address]) => address)
  for (const address of forgotten) {
    deposits.delete(address)
    if (isBackup) lost.addresses.add(address)
    for (const { transaction, ordinal } of await raw.transfers({ to: address }))
      lost.logs.add(`${transaction}/${ordinal}`)
  }
}
