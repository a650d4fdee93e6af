/** What the database tells all processes with each batch: up to which journal there is something to read, and for whom. */
export type Announcement = { readonly lastJournal: bigint; readonly members: readonly number[] | 'everyone' }

/** PostgreSQL takes 8000 bytes, and an id with its comma has at most eleven. */
const MEMBERS_NAMED_MAX = 700

export const LEDGER_CHANNEL = 'ledger'

/** A batch that concerns very many names nobody: then everyone looks. */
export function writeAnnouncement({ lastJournal, members }: Announcement): string {
  const named = members === 'everyone' || members.length > MEMBERS_NAMED_MAX ? '*' : members.join(',')
  return `${lastJournal} ${named}`
}

export function readAnnouncement(payload: string): Announcement {
  const [, journal, named] = /^(\d+) (\*|[\d,]*)$/.exec(payload) ?? []
  // Whoever cannot be understood may have meant anybody.
  if (journal === undefined || named === undefined || named === '*')
    return { lastJournal: BigInt(journal ?? 0), members: 'everyone' }
  return { lastJournal: BigInt(journal), members: named === '' ? [] : named.split(',').map(Number) }
}
