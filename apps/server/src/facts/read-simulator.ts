import type { Behaviour } from '@trefoil/core/facts/behaviour'
import { recordOf, type FullProgrammeRecord } from '@trefoil/core/programme/programme-record'
import type { Reader } from '../db/database.ts'
import { keptShortly } from '../db/kept-shortly.ts'
import { currentProgramme } from '../ledger/programme.ts'
import type { ReadFacts } from './read-facts.ts'

const KEEP_MS = 10_000

export type ReadSimulator = () => Promise<{ version: number; rules: FullProgrammeRecord; did: Behaviour | null }>

export function openSimulator(db: Reader, readFacts: ReadFacts): ReadSimulator {
  const read = keptShortly(
    async () => {
      const [programme, { facts }] = await Promise.all([currentProgramme(db), readFacts()])
      return { version: programme.version, rules: recordOf(programme), did: facts?.did ?? null }
    },
    { keepMs: KEEP_MS },
  )
  return () => read('')
}
