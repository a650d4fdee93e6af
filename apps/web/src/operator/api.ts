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
  proposeSigner,
  rejectProposal,
} from '@trefoil/contract/operator/proposals'
import type { changeSettings, readSettings, stopSigner } from '@trefoil/contract/operator/settings'
import type {
  approveWithdrawal,
  decideWithdrawals,
  listWithdrawals,
  readWithdrawal,
  refuseWithdrawal,
} from '@trefoil/contract/operator/withdrawals'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@trefoil/contract/route'
import { api } from '../lib/api.ts'
import { BY_CURSOR, pageOf } from '../lib/by-cursor.ts'

type DataOf<R extends Route> = ReplyOf<R> extends { data: infer Data } ? Data : never
/** The query without its page: pages are followed by cursor. */
type Filter<R> = Omit<NonNullable<QueryOf<R>>, 'cursor' | 'limit'>

const page = (url: string, { queryArg, pageParam }: { queryArg: object; pageParam: string | null }) => ({
  url,
  params: { ...queryArg, ...pageOf(pageParam) },
})

const dataOf = <Data>(reply: { data: Data }): Data => reply.data

/** Everything the console asks of the server. Members never load it. */
const operatorApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<DataOf<typeof operatorOverview>, void>({
      query: () => '/operator/overview',
      transformResponse: dataOf<DataOf<typeof operatorOverview>>,
      providesTags: ['Data'],
    }),
    undelivered: build.query<DataOf<typeof listUndelivered>, void>({
      query: () => '/operator/mails/undelivered',
      transformResponse: dataOf<DataOf<typeof listUndelivered>>,
      providesTags: ['Data'],
    }),
    retryMails: build.mutation<ReplyOf<typeof retryMails>, BodyOf<typeof retryMails>>({
      query: (body) => ({ url: '/operator/mails/retry', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    withdrawal: build.query<DataOf<typeof readWithdrawal>, string>({
      query: (id) => `/operator/withdrawals/${encodeURIComponent(id)}`,
      transformResponse: dataOf<DataOf<typeof readWithdrawal>>,
      providesTags: ['Data'],
    }),
    member: build.query<DataOf<typeof readMember>, number>({
      query: (id) => `/operator/members/${id}`,
      transformResponse: dataOf<DataOf<typeof readMember>>,
      providesTags: ['Data'],
    }),
    programmes: build.query<DataOf<typeof listProgrammes>, void>({
      query: () => '/operator/programme',
      transformResponse: dataOf<DataOf<typeof listProgrammes>>,
      providesTags: ['Data'],
    }),
    operatorSettings: build.query<DataOf<typeof readSettings>, void>({
      query: () => '/operator/settings',
      transformResponse: dataOf<DataOf<typeof readSettings>>,
      providesTags: ['Data'],
    }),
    accounts: build.query<DataOf<typeof listAccounts>, void>({
      query: () => '/operator/ledger/accounts',
      transformResponse: dataOf<DataOf<typeof listAccounts>>,
      providesTags: ['Data'],
    }),
    journal: build.query<DataOf<typeof readJournal>, number>({
      query: (id) => `/operator/ledger/journals/${id}`,
      transformResponse: dataOf<DataOf<typeof readJournal>>,
      providesTags: ['Data'],
    }),
    checkInvariants: build.mutation<DataOf<typeof checkInvariants>, void>({
      query: () => '/operator/invariants',
      transformResponse: dataOf<DataOf<typeof checkInvariants>>,
    }),
    dryRun: build.mutation<DataOf<typeof dryRunProgramme>, BodyOf<typeof dryRunProgramme>>({
      query: (body) => ({ url: '/operator/programme/dry-run', method: 'POST', body }),
      transformResponse: dataOf<DataOf<typeof dryRunProgramme>>,
    }),
    statement: build.infiniteQuery<
      DataOf<typeof readMemberStatement>,
      Filter<typeof readMemberStatement> & { id: number },
      string | null
    >({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ queryArg: { id, ...filter }, pageParam }) =>
        page(`/operator/members/${id}/statement`, { queryArg: filter, pageParam }),
      transformResponse: dataOf<DataOf<typeof readMemberStatement>>,
      providesTags: ['Data'],
    }),
    exportPage: build.query<DataOf<typeof exportCsv>, ParamsOf<typeof exportCsv> & QueryOf<typeof exportCsv>>({
      query: ({ what, ...params }) => ({ url: `/operator/export/${what}`, params }),
      transformResponse: dataOf<DataOf<typeof exportCsv>>,
      keepUnusedDataFor: 0,
    }),
    withdrawals: build.infiniteQuery<DataOf<typeof listWithdrawals>, Filter<typeof listWithdrawals>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/withdrawals', asked),
      transformResponse: dataOf<DataOf<typeof listWithdrawals>>,
      providesTags: ['Data'],
    }),
    deposits: build.infiniteQuery<DataOf<typeof listDeposits>, Filter<typeof listDeposits>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/deposits', asked),
      transformResponse: dataOf<DataOf<typeof listDeposits>>,
      providesTags: ['Data'],
    }),
    unmatched: build.infiniteQuery<DataOf<typeof listUnmatched>, void, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: ({ pageParam }) => page('/operator/unmatched', { queryArg: {}, pageParam }),
      transformResponse: dataOf<DataOf<typeof listUnmatched>>,
      providesTags: ['Data'],
    }),
    members: build.infiniteQuery<DataOf<typeof searchMembers>, Filter<typeof searchMembers>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/members', asked),
      transformResponse: dataOf<DataOf<typeof searchMembers>>,
      providesTags: ['Data'],
    }),
    proposals: build.infiniteQuery<DataOf<typeof listProposals>, Filter<typeof listProposals>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/proposals', asked),
      transformResponse: dataOf<DataOf<typeof listProposals>>,
      providesTags: ['Data'],
    }),
    entries: build.infiniteQuery<DataOf<typeof listEntries>, Filter<typeof listEntries>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/ledger/entries', asked),
      transformResponse: dataOf<DataOf<typeof listEntries>>,
      providesTags: ['Data'],
    }),
    journals: build.infiniteQuery<DataOf<typeof listJournals>, Filter<typeof listJournals>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/ledger/journals', asked),
      transformResponse: dataOf<DataOf<typeof listJournals>>,
      providesTags: ['Data'],
    }),
    audit: build.infiniteQuery<DataOf<typeof readAudit>, Filter<typeof readAudit>, string | null>({
      infiniteQueryOptions: BY_CURSOR,
      query: (asked) => page('/operator/audit', asked),
      transformResponse: dataOf<DataOf<typeof readAudit>>,
      providesTags: ['Data'],
    }),
    decide: build.mutation<ReplyOf<typeof decideWithdrawals>, BodyOf<typeof decideWithdrawals>>({
      query: (body) => ({ url: '/operator/withdrawals/decide', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    proposeAdjustment: build.mutation<ReplyOf<typeof proposeAdjustment>, BodyOf<typeof proposeAdjustment>>({
      query: (body) => ({ url: '/operator/proposals/adjustment', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    proposeAssignment: build.mutation<ReplyOf<typeof proposeAssignment>, BodyOf<typeof proposeAssignment>>({
      query: (body) => ({ url: '/operator/proposals/assignment', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    proposeProgramme: build.mutation<ReplyOf<typeof proposeProgramme>, BodyOf<typeof proposeProgramme>>({
      query: (body) => ({ url: '/operator/proposals/programme', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    proposeSigner: build.mutation<ReplyOf<typeof proposeSigner>, BodyOf<typeof proposeSigner>>({
      query: (body) => ({ url: '/operator/proposals/signer', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    stopSigner: build.mutation<ReplyOf<typeof stopSigner>, BodyOf<typeof stopSigner>>({
      query: (body) => ({ url: '/operator/signers/stop', method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    changeSettings: build.mutation<ReplyOf<typeof changeSettings>, BodyOf<typeof changeSettings>>({
      query: (body) => ({ url: '/operator/settings', method: 'PUT', body }),
      invalidatesTags: ['Data'],
    }),
    approve: build.mutation<ReplyOf<typeof approveWithdrawal>, { id: string } & BodyOf<typeof approveWithdrawal>>({
      query: ({ id, ...body }) => ({
        url: `/operator/withdrawals/${encodeURIComponent(id)}/approve`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Data'],
    }),
    refuse: build.mutation<ReplyOf<typeof refuseWithdrawal>, { id: string } & BodyOf<typeof refuseWithdrawal>>({
      query: ({ id, ...body }) => ({
        url: `/operator/withdrawals/${encodeURIComponent(id)}/refuse`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Data'],
    }),
    freeze: build.mutation<ReplyOf<typeof freezeMember>, { id: number } & BodyOf<typeof freezeMember>>({
      query: ({ id, ...body }) => ({ url: `/operator/members/${id}/freeze`, method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    unfreeze: build.mutation<ReplyOf<typeof unfreezeMember>, { id: number } & BodyOf<typeof unfreezeMember>>({
      query: ({ id, ...body }) => ({ url: `/operator/members/${id}/unfreeze`, method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    endSessions: build.mutation<ReplyOf<typeof endSessions>, { id: number } & BodyOf<typeof endSessions>>({
      query: ({ id, ...body }) => ({ url: `/operator/members/${id}/end-sessions`, method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    resetTwoFactor: build.mutation<ReplyOf<typeof resetTwoFactor>, { id: number } & BodyOf<typeof resetTwoFactor>>({
      query: ({ id, ...body }) => ({ url: `/operator/members/${id}/reset-two-factor`, method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    approveProposal: build.mutation<ReplyOf<typeof approveProposal>, { id: number } & BodyOf<typeof approveProposal>>({
      query: ({ id, ...body }) => ({ url: `/operator/proposals/${id}/approve`, method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
    rejectProposal: build.mutation<ReplyOf<typeof rejectProposal>, { id: number } & BodyOf<typeof rejectProposal>>({
      query: ({ id, ...body }) => ({ url: `/operator/proposals/${id}/reject`, method: 'POST', body }),
      invalidatesTags: ['Data'],
    }),
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
export type AuditRow = DataOf<typeof readAudit>['lines'][number]
export type ProgrammeRules = DataOf<typeof listProgrammes>['versions'][number]['rules']
export type DryRun = DataOf<typeof dryRunProgramme>
export type UndeliveredMail = DataOf<typeof listUndelivered>['mails'][number]
export type Overview = DataOf<typeof operatorOverview>
export type Exportable = ParamsOf<typeof exportCsv>['what']
export type SettingsView = DataOf<typeof readSettings>
export type WithdrawalView = DataOf<typeof readWithdrawal>
export type ProgrammeVersion = DataOf<typeof listProgrammes>['versions'][number]
