/** Sent to all processes with each batch: the last journal to read, and the members concerned. */
export type Announcement = { readonly lastJournal: bigint; readonly members: readonly number[] | 'everyone' }

/** As received, with the id of the transaction that made the change. */
type Received = Announcement & { readonly change: string | undefined }

/** PostgreSQL allows 8000 bytes, and an id with its comma takes at most eleven. */
const MEMBERS_NAMED_MAX = 700

export const LEDGER_CHANNEL = 'ledger'

/** Too many members to list become `*`: then everyone refetches. */
export function writeAnnouncement({ lastJournal, members }: Announcement): string {
  const named = members === 'everyone' || members.length > MEMBERS_NAMED_MAX ? '*' : members.join(',')
  return `${lastJournal} ${named}`
}

/** The database prefixes the transaction's id. */
export function readAnnouncement(payload: string): Received {
  const [, change, journal, named] = /^(\d+) (\d+) (\*|[\d,]*)$/.exec(payload) ?? []
  // An unreadable announcement may concern anybody.
  if (journal === undefined || named === undefined || named === '*')
    return { change, lastJournal: BigInt(journal ?? 0), members: 'everyone' }
  return { change, lastJournal: BigInt(journal), members: named === '' ? [] : named.split(',').map(Number) }
}
