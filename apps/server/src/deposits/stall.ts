import { STALLED_DEPTH } from '../chain/blocks.ts'
import type { Database } from '../db/database.ts'
import { setAlarm } from '../members/alarm.ts'

export const describeStall = (stalledAt: bigint | number): string =>
  `The chain's own finality stands still at block ${stalledAt}: blocks count as final ${STALLED_DEPTH} blocks later`

/** Tells operators when finality stalls. Remembers what it told, so that only a change asks the database. */
export function watchFinality(db: Database): (stalledAt: bigint | undefined) => Promise<void> {
  let wasStalled: boolean | undefined
  return async (stalledAt) => {
    const isStalled = stalledAt !== undefined
    if (isStalled === wasStalled) return
    await setAlarm(db, 'finality', isStalled ? describeStall(stalledAt) : undefined)
    wasStalled = isStalled
  }
}
