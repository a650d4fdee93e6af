import type { Tail } from './tail-guard.ts'

/** Sent to all processes with each batch: the last journal to read, and the members concerned. */
export type Announcement = {
  readonly lastJournal: bigint
  readonly members: readonly number[] | 'everyone'
  /** Never the journal that this goes with: whoever hears of that one does not know yet whether it is safe. */
  readonly acknowledged?: Tail | undefined
}

/** As received, with the id of the transaction that made the change. */
type Received = Announcement & { readonly change: string | undefined }

/** PostgreSQL allows 8000 bytes, and an id with its comma takes at most eleven. The rest is for the tail. */
const MEMBERS_NAMED_MAX = 650
/** Longer ones, which only a past version can have written, are not announced. */
const REFERENCE_BYTES_MAX = 700

export const LEDGER_CHANNEL = 'ledger'

/** Too many members to list become `*`: then everyone refetches. */
export function writeAnnouncement({ lastJournal, members, acknowledged }: Announcement): string {
  const named = members === 'everyone' || members.length > MEMBERS_NAMED_MAX ? '*' : members.join(',')
  return `${lastJournal} ${named}${acknowledged ? writeTail(acknowledged) : ''}`
}

const writeTail = ({ lineage, journal, reference }: Tail): string =>
  Buffer.byteLength(reference) > REFERENCE_BYTES_MAX ? '' : ` ${lineage} ${journal} ${reference}`

/** The database prefixes the transaction's id. */
export function readAnnouncement(payload: string): Received {
  const [, change, journal, named, ...tail] = /^(\d+) (\d+) (\*|[\d,]*)(?: (\d+) (\d+) (.+))?$/s.exec(payload) ?? []
  const acknowledged = readTail(tail)
  // An unreadable announcement may concern anybody.
  if (journal === undefined || named === undefined || named === '*')
    return { change, lastJournal: BigInt(journal ?? 0), members: 'everyone', acknowledged }
  const members = named === '' ? [] : named.split(',').map(Number)
  return { change, lastJournal: BigInt(journal), members, acknowledged }
}

function readTail([lineage, journal, reference]: readonly (string | undefined)[]): Tail | undefined {
  if (lineage === undefined || journal === undefined || reference === undefined) return undefined
  return { lineage: Number(lineage), journal: BigInt(journal), reference }
}
