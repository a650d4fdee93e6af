import type { Reader } from '../db/database.ts'
import { keptShortly } from '../db/kept-shortly.ts'
import { readCause, readCauses, type CauseList, type CausePage } from './read-causes.ts'

/** So old may figures be that strangers see. */
const KEEP_MS = 1000

/** The public side of causes, read at most once a second. */
export type Causes = {
  db: Reader
  list: () => Promise<CauseList>
  read: (slug: string) => Promise<CausePage>
}

export function openCauses({ db, chain }: { db: Reader; chain: { id: number } }): Causes {
  const list = keptShortly(() => readCauses(db), { keepMs: KEEP_MS })
  return { db, list: () => list(''), read: keptShortly((slug) => readCause(db, chain, slug), { keepMs: KEEP_MS }) }
}
