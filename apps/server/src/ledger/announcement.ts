/** Sent to all processes with each batch: up to which journal there is something to read, and for whom. */
export type Announcement = { readonly lastJournal: bigint; readonly members: readonly number[] | 'everyone' }

/** As it arrives, with the transaction that made the change. */
type Received = Announcement & { readonly change: string | undefined }

/** PostgreSQL takes 8000 bytes, and an id with its comma has at most eleven. */
const MEMBERS_NAMED_MAX = 700

export const LEDGER_CHANNEL = 'ledger'

/** A batch that concerns very many names nobody: then everyone looks. */
export function writeAnnouncement({ lastJournal, members }: Announcement): string {
  const named = members === 'everyone' || members.length > MEMBERS_NAMED_MAX ? '*' : members.join(',')
  return `${lastJournal} ${named}`
}

/** The database puts the id of the transaction before what was written. */
export function readAnnouncement(payload: string): Received {
  const [, change, journal, named] = /^(\d+) (\d+) (\*|[\d,]*)$/.exec(payload) ?? []
  // An announcement that cannot be understood may concern anybody.
  if (journal === undefined || named === undefined || named === '*')
    return { change, lastJournal: BigInt(journal ?? 0), members: 'everyone' }
  return { change, lastJournal: BigInt(journal), members: named === '' ? [] : named.split(',').map(Number) }
}
