import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { closeClient, openClient } from '../../db/connection.ts'
import { clientUnderLease } from '../../db/client-under-lease.ts'
import { openWith } from '../../secrets/keyring.ts'
import { letOthersPass } from '../../thread.ts'
import type { BuildOrder, FromThread } from './build.ts'
import { startBreaks } from './breaks.ts'
import { CannotCount } from './cannot-count.ts'
import { countOwed } from './count-owed.ts'
import { readOwed } from './read-owed.ts'
import { packOwners } from './shape.ts'

const order = workerData as BuildOrder
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
const tell = (message: FromThread) => parentPort?.postMessage(message)

try {
  letOthersPass()
  const client = await openClient(order.databaseUrl, { name: 'trefoil epoch' })
  try {
    tell({ built: await build(order.lease ? clientUnderLease(client, order.lease) : client) })
  } finally {
    await closeClient(client)
  }
} catch (error) {
  const { message } = error as Error
  tell(error instanceof CannotCount ? { cannotCount: message } : { interrupted: message })
}

async function build(client: pg.Client) {
  const { epoch } = order
  // What an interrupted build left.
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
