import type { Tx } from '../db/database.ts'
import { enqueueMailToOperators, type OperatorsMail } from '../mail/outbox.ts'
import { readSwitches } from './switches.ts'

/** Something waits for an operator. In the transaction in which it began to wait. */
export async function mailOperators(tx: Tx, mail: OperatorsMail): Promise<void> {
  const { mailOperators: isWanted } = await readSwitches(tx)
  if (isWanted) await enqueueMailToOperators(tx, mail)
}
