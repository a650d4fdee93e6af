import type pg from 'pg'
import { clientUnderLease } from '../../db/client-under-lease.ts'
import { closeClient, openClient } from '../../db/connection.ts'
import { openWith } from '../../secrets/keyring.ts'
import { startBreaks } from './breaks.ts'
import type { BuildOrder, Built, Counted } from './build-order.ts'
import { CannotCount } from './cannot-count.ts'
import { countOwed } from './count-owed.ts'
import { readOwed } from './read-owed.ts'
import { packOwners } from './shape.ts'

type Tell = (message: Counted) => void

/** Never throws: what keeps it from counting is told, too. */
export async function countEpoch(order: BuildOrder, tell: Tell): Promise<void> {
  try {
    const client = await openClient(order.databaseUrl, { name: 'trefoil epoch' })
    try {
      tell({ built: await build(order.lease ? clientUnderLease(client, order.lease) : client, order, tell) })
    } finally {
      await closeClient(client)
    }
  } catch (error) {
    const { message } = error as Error
    tell(error instanceof CannotCount ? { cannotCount: message } : { interrupted: message })
  }
}

async function build(client: pg.Client, order: BuildOrder, tell: Tell): Promise<Built> {
  const { epoch } = order
  // Removes the rest of an interrupted build.
  await client.query('delete from epoch_nodes where epoch = $1', [epoch])
  await client.query('delete from epoch_owners where epoch = $1', [epoch])
  const rest = startBreaks()
  const owed = await readOwed(client, { open: (box) => openWith(order.privateKeys, 'private key', box), rest })
  const owners = owed.owners.length
  tell({ counted: 0, owners })
  const { places, ...counted } = await countOwed({
    ...order,
    owed,
    rest,
    progress: (done) => tell({ counted: done, owners }),
    keep: async ({ level, part, content }) => {
      const values = [epoch, level, part, content]
      await client.query('insert into epoch_nodes (epoch, level, part, content) values ($1, $2, $3, $4)', values)
    },
  })
  for (const { first, content } of packOwners(owed.owners, places))
    await client.query('insert into epoch_owners (epoch, first_owner, content) values ($1, $2, $3)', [
      epoch,
      first,
      content,
    ])
  const { journal, at, unnamed } = owed
  return { ...counted, journal, at, unnamed, owners }
}
