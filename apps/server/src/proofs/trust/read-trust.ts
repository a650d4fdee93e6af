import type { ReplyOf } from '@trefoil/contract/route'
import type { readTrust } from '@trefoil/contract/trust'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../db/database.ts'
import { keptShortly } from '../../db/kept-shortly.ts'
import { readEpochs } from '../epochs/read-epochs.ts'
import { readPublicKey } from '../log/key-file.ts'

type Context = { db: Database; chain: Chain }
type Trust = ReplyOf<typeof readTrust>['data']
export type ReadTrust = () => Promise<Trust>

/** A quarter of a year. Older ones are a click away. */
const EPOCHS = 90
/** Epochs are made once a day. */
const KEEP_MS = 5000

export function openTrust(context: Context): ReadTrust {
  const read = keptShortly(
    async () => {
      const [epochs, log] = await Promise.all([readEpochs(context, { limit: EPOCHS }), readNewestCheckpoint(context)])
      return { ...epochs, log }
    },
    { keepMs: KEEP_MS },
  )
  return () => read('')
}

async function readNewestCheckpoint({ db }: Context): Promise<Trust['log']> {
  const row = await db
    .selectFrom('proof_log')
    .select(['number', 'size', 'checkpoint'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { ...row, size: Number(row.size), key: (await readPublicKey(db)) ?? '' }
}
