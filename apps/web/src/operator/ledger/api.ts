import type { listAccounts, listEntries, listJournals } from '@trefoil/contract/operator/ledger'
import { injectEndpoints } from '../../lib/api.ts'
import { readData, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const { useAccountsQuery, useEntriesInfiniteQuery, useJournalsInfiniteQuery } = injectEndpoints((build) => ({
  accounts: build.query(readData<typeof listAccounts>('/operator/ledger/accounts')),
  entries: build.infiniteQuery(readPages<typeof listEntries>('/operator/ledger/entries')),
  journals: build.infiniteQuery(readPages<typeof listJournals>('/operator/ledger/journals')),
}))

export type JournalRow = DataOf<typeof listJournals>['journals'][number]
