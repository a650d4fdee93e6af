import type { readAudit } from '@trefoil/contract/operator/audit'
import type { listDeposits, listUnmatched } from '@trefoil/contract/operator/deposits'
import type { exportCsv } from '@trefoil/contract/operator/exports'
import type { listAccounts, listEntries, listJournals, readJournal } from '@trefoil/contract/operator/ledger'
import type { listUndelivered, retryMails } from '@trefoil/contract/operator/mails'
import type {
  endSessions,
  freezeMember,
  readMember,
  readMemberStatement,
  resetTwoFactor,
  searchMembers,
  unfreezeMember,
} from '@trefoil/contract/operator/members'
import type { checkInvariants, operatorOverview } from '@trefoil/contract/operator/overview'
import type { dryRunProgramme, listProgrammes } from '@trefoil/contract/operator/programme'
import type {
  approveProposal,
  listProposals,
  proposeAdjustment,
  proposeAssignment,
  proposeProgramme,
  proposeReversal,
  proposeSigner,
  rejectProposal,
} from '@trefoil/contract/operator/proposals'
import type { dryRunReversal } from '@trefoil/contract/operator/reversals'
import type { changeSettings, readSettings, stopSigner } from '@trefoil/contract/operator/settings'
import type {
  approveWithdrawal,
  decideWithdrawals,
  listWithdrawals,
  readWithdrawal,
  refuseWithdrawal,
} from '@trefoil/contract/operator/withdrawals'
import type { ParamsOf } from '@trefoil/contract/route'
import { api } from '../lib/api.ts'
import { call, change, readData, type DataOf } from '../lib/endpoint.ts'
import { readOnce, readPages } from '../lib/endpoint-kinds.ts'

/** Everything the console asks of the server. Members never load it. */
const operatorApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query(readData<typeof operatorOverview>('/operator/overview')),
    undelivered: build.query(readData<typeof listUndelivered>('/operator/mails/undelivered')),
    retryMails: build.mutation(change<typeof retryMails>('POST', '/operator/mails/retry')),
    withdrawal: build.query(readData<typeof readWithdrawal>('/operator/withdrawals/:id')),
    member: build.query(readData<typeof readMember>('/operator/members/:id')),
    programmes: build.query(readData<typeof listProgrammes>('/operator/programme')),
    operatorSettings: build.query(readData<typeof readSettings>('/operator/settings')),
    accounts: build.query(readData<typeof listAccounts>('/operator/ledger/accounts')),
    journal: build.query(readData<typeof readJournal>('/operator/ledger/journals/:id')),
    reversal: build.query(readData<typeof dryRunReversal>('/operator/ledger/journals/:id/reversal')),
    checkInvariants: build.mutation(call<typeof checkInvariants>('GET', '/operator/invariants')),
    dryRun: build.mutation(change<typeof dryRunProgramme>('POST', '/operator/programme/dry-run')),
    statement: build.infiniteQuery(readPages<typeof readMemberStatement>('/operator/members/:id/statement')),
    exportPage: build.query(readOnce<typeof exportCsv>('/operator/export/:what')),
    withdrawals: build.infiniteQuery(readPages<typeof listWithdrawals>('/operator/withdrawals')),
    deposits: build.infiniteQuery(readPages<typeof listDeposits>('/operator/deposits')),
    unmatched: build.infiniteQuery(readPages<typeof listUnmatched>('/operator/unmatched')),
    members: build.infiniteQuery(readPages<typeof searchMembers>('/operator/members')),
    proposals: build.infiniteQuery(readPages<typeof listProposals>('/operator/proposals')),
    entries: build.infiniteQuery(readPages<typeof listEntries>('/operator/ledger/entries')),
    journals: build.infiniteQuery(readPages<typeof listJournals>('/operator/ledger/journals')),
    audit: build.infiniteQuery(readPages<typeof readAudit>('/operator/audit')),
    decide: build.mutation(change<typeof decideWithdrawals>('POST', '/operator/withdrawals/decide')),
    proposeAdjustment: build.mutation(change<typeof proposeAdjustment>('POST', '/operator/proposals/adjustment')),
    proposeAssignment: build.mutation(change<typeof proposeAssignment>('POST', '/operator/proposals/assignment')),
    proposeProgramme: build.mutation(change<typeof proposeProgramme>('POST', '/operator/proposals/programme')),
    proposeReversal: build.mutation(change<typeof proposeReversal>('POST', '/operator/proposals/reversal')),
    proposeSigner: build.mutation(change<typeof proposeSigner>('POST', '/operator/proposals/signer')),
    stopSigner: build.mutation(change<typeof stopSigner>('POST', '/operator/signers/stop')),
    changeSettings: build.mutation(change<typeof changeSettings>('PUT', '/operator/settings')),
    approve: build.mutation(change<typeof approveWithdrawal>('POST', '/operator/withdrawals/:id/approve')),
    refuse: build.mutation(change<typeof refuseWithdrawal>('POST', '/operator/withdrawals/:id/refuse')),
    freeze: build.mutation(change<typeof freezeMember>('POST', '/operator/members/:id/freeze')),
    unfreeze: build.mutation(change<typeof unfreezeMember>('POST', '/operator/members/:id/unfreeze')),
    endSessions: build.mutation(change<typeof endSessions>('POST', '/operator/members/:id/end-sessions')),
    resetTwoFactor: build.mutation(change<typeof resetTwoFactor>('POST', '/operator/members/:id/reset-two-factor')),
    approveProposal: build.mutation(change<typeof approveProposal>('POST', '/operator/proposals/:id/approve')),
    rejectProposal: build.mutation(change<typeof rejectProposal>('POST', '/operator/proposals/:id/reject')),
  }),
})

export const {
  useOverviewQuery,
  useUndeliveredQuery,
  useRetryMailsMutation,
  useWithdrawalQuery,
  useMemberQuery,
  useProgrammesQuery,
  useOperatorSettingsQuery,
  useAccountsQuery,
  useJournalQuery,
  useReversalQuery,
  useCheckInvariantsMutation,
  useDryRunMutation,
  useStatementInfiniteQuery,
  useWithdrawalsInfiniteQuery,
  useDepositsInfiniteQuery,
  useUnmatchedInfiniteQuery,
  useMembersInfiniteQuery,
  useProposalsInfiniteQuery,
  useEntriesInfiniteQuery,
  useJournalsInfiniteQuery,
  useAuditInfiniteQuery,
  useDecideMutation,
  useProposeAdjustmentMutation,
  useProposeAssignmentMutation,
  useProposeProgrammeMutation,
  useProposeReversalMutation,
  useProposeSignerMutation,
  useStopSignerMutation,
  useChangeSettingsMutation,
  useApproveMutation,
  useRefuseMutation,
  useFreezeMutation,
  useUnfreezeMutation,
  useEndSessionsMutation,
  useResetTwoFactorMutation,
  useApproveProposalMutation,
  useRejectProposalMutation,
  endpoints: operatorEndpoints,
} = operatorApi

export type WithdrawalRow = DataOf<typeof listWithdrawals>['withdrawals'][number]
export type DepositRow = DataOf<typeof listDeposits>['deposits'][number]
export type UnmatchedRow = DataOf<typeof listUnmatched>['unmatched'][number]
export type MemberRow = DataOf<typeof searchMembers>['members'][number]
export type MemberView = DataOf<typeof readMember>
export type ProposalRow = DataOf<typeof listProposals>['proposals'][number]
export type EntryRow = DataOf<typeof listEntries>['entries'][number]
export type JournalRow = DataOf<typeof listJournals>['journals'][number]
export type JournalView = DataOf<typeof readJournal>
export type ReversalView = DataOf<typeof dryRunReversal>
export type AuditRow = DataOf<typeof readAudit>['lines'][number]
export type ProgrammeRules = DataOf<typeof listProgrammes>['versions'][number]['rules']
export type DryRun = DataOf<typeof dryRunProgramme>
export type UndeliveredMail = DataOf<typeof listUndelivered>['mails'][number]
export type Overview = DataOf<typeof operatorOverview>
export type Exportable = ParamsOf<typeof exportCsv>['what']
export type SettingsView = DataOf<typeof readSettings>
export type WithdrawalView = DataOf<typeof readWithdrawal>
export type ProgrammeVersion = DataOf<typeof listProgrammes>['versions'][number]
