import { join } from 'node:path'
import type { Action } from '../actions/action.ts'
import { backup } from '../../apps/server/src/cli/backup.ts'
import { restore } from '../../apps/server/src/cli/restore.ts'
import { openPool } from '../../apps/server/src/db/database.ts'
import { createDatabase, dropDatabase, UNHURRIED } from '../../apps/server/src/testing/databases.ts'
import { testSettings } from '../../apps/server/src/testing/settings.ts'
import { must } from '../violation.ts'
import { startServers, stopServers, type World } from '../world/world.ts'

const SAVED_MAX = 4

/** What the model was is saved with it: what happened afterwards will not have happened. */
function keep(world: World, restoring: (world: World) => Promise<string>): void {
  world.saved.push({ model: structuredClone(world.model), restore: restoring })
  if (world.saved.length > SAVED_MAX) world.saved.shift()
}

const nextName = (world: World) => `simulated-${(world.databases += 1)}`

export const backingUp: Action = {
  name: 'backup',
  weight: 2,
  async act(world) {
    const folder = join(world.folder, `backup-${world.databases}-${world.keys}-${world.dice.hex(4)}`)
    await backup(testSettings({ databaseUrl: world.database.url }), folder)
    keep(world, async ({ postgres }) => {
      const databaseUrl = await createDatabase(postgres.url, { name: nextName(world) })
      const { violated } = await restore(testSettings({ databaseUrl }), folder)
      must(violated.length === 0, `after a restore: ${violated.join('; ')}`)
      return databaseUrl
    })
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
    keep(world, ({ postgres: { url } }) => createDatabase(url, { name: nextName(world), template: copy }))
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
    await startServers(world)
    return 'an older database takes over'
  },
}
