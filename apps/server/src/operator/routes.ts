import * as audit from '@trefoil/contract/operator/audit'
import * as cases from '@trefoil/contract/operator/cases'
import * as causes from '@trefoil/contract/operator/causes'
import * as deposits from '@trefoil/contract/operator/deposits'
import * as exported from '@trefoil/contract/operator/exports'
import * as epochs from '@trefoil/contract/operator/epochs'
import * as fees from '@trefoil/contract/operator/fees'
import * as ledger from '@trefoil/contract/operator/ledger'
import * as mails from '@trefoil/contract/operator/mails'
import * as members from '@trefoil/contract/operator/members'
import * as overview from '@trefoil/contract/operator/overview'
import * as programme from '@trefoil/contract/operator/programme'
import * as proposals from '@trefoil/contract/operator/proposals'
import * as recovery from '@trefoil/contract/operator/recovery'
import * as reserves from '@trefoil/contract/operator/reserves'
import * as reversals from '@trefoil/contract/operator/reversals'
import * as settings from '@trefoil/contract/operator/settings'
import * as withdrawals from '@trefoil/contract/operator/withdrawals'
import { Refusal } from '@trefoil/core/refusal'
import { consoleHistory } from '../db/paging.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { readAuthEvents } from '../members/read-auth-events.ts'
import { readAuditLog } from './audit.ts'
import { readAudited, readPersonAudited } from './audit-read.ts'
import { correctCauseUpdate, postCauseUpdate, withdrawCauseUpdate } from './cause-updates.ts'
import { answerCase, caseList, lookUpCasePayment, readOperatorCase, reopenCase, solveCase } from './cases.ts'
import { readOperatorCause, readOperatorCauses, uploadPicture } from './causes.ts'
import { readJournal } from './journal-origin.ts'
import { actorOf, type OperatorContext } from './context.ts'
import { decide, decideAll } from './decide.ts'
import { approveProposal, rejectProposal } from './decide-proposal.ts'
import { readDeposits, readUnmatched } from './deposits.ts'
import { documentRoutes } from './documents/routes.ts'
import { dryRun } from './dry-run.ts'
import { dryRunPayment, dryRunReply } from './dry-run-payment.ts'
import { dryRunReversal } from './dry-run-reversal.ts'
import { exportTable } from './export-call.ts'
import { requireMayExport } from './export-scope.ts'
import { proposeEpoch, readConsoleEpochs } from './epochs.ts'
import { readFees } from './fees.ts'
import { proposeFundingAddress } from './funding-address.ts'
import { readAccounts, readEntries, readJournals } from './ledger.ts'
import { readUndelivered, retryMails } from './mails.ts'
import { endMemberSessions, resetMemberTwoFactor, setFrozen } from './member-actions.ts'
import { memberList } from './member-search.ts'
import { readMember, requireAccount } from './member-view.ts'
import { readOverview } from './overview.ts'
import { programRoutes } from './programs/routes.ts'
import { readProgrammes } from './programme.ts'
import { readProposals } from './proposals.ts'
import { dryRunPayout, proposePayout } from './pay-out.ts'
import { askingChain, proposeAdjustment, proposeAssignment, proposeProgramme, proposeSigner } from './propose.ts'
import { proposeCause } from './propose-cause.ts'
import { proposePayment, proposeRecovery } from './propose-recovery.ts'
import { proposeLostTail } from './lost-tail.ts'
import { proposeSettings } from './propose-settings.ts'
import { readRecoveryView } from './recovery.ts'
import { readReservesView } from './reserves.ts'
import { proposeReversal } from './propose-reversal.ts'
import { changeConsoleSettings, readConsoleSettings } from './settings.ts'
import { screeningRoutes } from './screening/routes.ts'
import { stopSignerByHand } from './signers.ts'
import { readWithdrawal, readWithdrawals } from './withdrawals.ts'
import { changeCause, createCause } from './write-cause.ts'

export const operatorRoutes = (context: OperatorContext): Served[] => [
  ...reads(context),
  ...withdrawalActions(context),
  ...memberActions(context),
  ...twoPersonActs(context),
  ...causeActions(context),
  ...documentRoutes(context),
  ...programRoutes(context),
  ...caseActions(context),
  ...screeningRoutes(context),

  serve(settings.stopSigner, async (call) => {
    await stopSignerByHand(context, actorOf(call), call.body)
    return ok('The signer was stopped.')
  }),
  serve(settings.changeSettings, async (call) => {
    await changeConsoleSettings(context, actorOf(call), call.body)
    return ok('The settings were changed.')
  }),
  serve(mails.retryMails, async (call) => {
    const retried = await retryMails(context, actorOf(call), call.body)
    return ok(retried === 1 ? 'The mail is sent once more.' : `${retried} mails are sent once more.`, {
      data: { retried },
    })
  }),
  serve(exported.exportCsv, async (call) => {
    requireMayExport(call.caller, call.params.what)
    return ok('Export', { data: await exportTable(context, actorOf(call), { ...call.params, ...call.query }) })
  }),
]

const reads = (context: OperatorContext): Served[] => [
  serve(overview.operatorOverview, async () => ok('Overview', { data: await readOverview(context) })),
  serve(overview.checkInvariants, async () => {
    const invariants = await context.verify()
    if (!invariants) throw new Refusal('busy', 'Another server is checking at this moment: try again shortly.')
    return ok('Invariants', { data: { invariants } })
  }),
  serve(withdrawals.listWithdrawals, async (call) =>
    ok('Withdrawals', { data: await readAudited(context, call, { list: 'withdrawals', read: readWithdrawals }) }),
  ),
  serve(withdrawals.readWithdrawal, async (call) =>
    ok('Withdrawal', {
      data: await readPersonAudited(context, call, {
        read: () => readWithdrawal(context, call.params.id),
        whose: ({ withdrawal }) => withdrawal.member?.id ?? null,
      }),
    }),
  ),
  serve(epochs.listConsoleEpochs, async ({ query }) => ok('Epochs', { data: await readConsoleEpochs(context, query) })),
  serve(epochs.proposeEpoch, async (call) => waits(await proposeEpoch(context, actorOf(call), call.body))),
  serve(fees.listFees, async ({ query }) => ok('Fees', { data: await readFees(context, query) })),
  serve(deposits.listDeposits, async (call) =>
    ok('Deposits', { data: await readAudited(context, call, { list: 'deposits', read: readDeposits }) }),
  ),
  serve(deposits.listUnmatched, async (call) =>
    ok('Transfers', { data: await readAudited(context, call, { list: 'unmatched', read: readUnmatched }) }),
  ),
  serve(reserves.readReserves, async () => ok('Reserves', { data: await readReservesView(context) })),
  serve(members.searchMembers, async (call) => ok('Members', { data: await readAudited(context, call, memberList) })),
  serve(members.readMember, async (call) => {
    const { id } = call.params
    const read = () => readMember(context, id)
    return ok('Member', { data: await readPersonAudited(context, call, { read, whose: () => id }) })
  }),
  serve(members.readMemberStatement, async (call) => {
    const { id } = call.params
    await requireAccount(context.db, id)
    const read = () => readEntries(context, { ...call.query, member: id })
    return ok('Statement', { data: await readPersonAudited(context, call, { read, whose: () => id }) })
  }),
  serve(members.readMemberSecurityEvents, async (call) => {
    const { id } = call.params
    await requireAccount(context.db, id)
    const history = consoleHistory(context.keyring, `security events ${id}`)
    const read = () => readAuthEvents(context.db, history, { ...call.query, accountId: id })
    return ok('Security events', { data: await readPersonAudited(context, call, { read, whose: () => id }) })
  }),
  serve(cases.listOperatorCases, async (call) => ok('Cases', { data: await readAudited(context, call, caseList) })),
  serve(cases.readOperatorCase, async (call) =>
    ok('Case', {
      data: await readPersonAudited(context, call, {
        read: () => readOperatorCase(context, call.params.reference),
        whose: ({ case: { member } }) => member.id,
      }),
    }),
  ),
  serve(cases.lookUpCasePayment, async ({ params }) =>
    ok('Looked up', { data: await lookUpCasePayment(context, params.reference) }),
  ),
  serve(proposals.listProposals, async ({ query }) => ok('Proposals', { data: await readProposals(context, query) })),
  serve(programme.listProgrammes, async () => ok('Programme', { data: await readProgrammes(context) })),
  serve(programme.dryRunProgramme, async ({ body }) => ok('Dry run', { data: await dryRun(context, body) })),
  serve(recovery.readRecovery, async () =>
    ok('Recovery', { data: await askingChain(() => readRecoveryView(context)) }),
  ),
  serve(recovery.dryRunPayment, async ({ query: { member = null, ...payment } }) =>
    ok('Dry run', { data: dryRunReply(await dryRunPayment(context, { ...payment, member })) }),
  ),
  serve(causes.listOperatorCauses, async () => ok('Causes', { data: await readOperatorCauses(context) })),
  serve(causes.readOperatorCause, async ({ params }) =>
    ok('Cause', { data: await readOperatorCause(context, params.id) }),
  ),
  serve(proposals.dryRunPayout, async ({ query }) => ok('Dry run', { data: await dryRunPayout(context, query) })),
  serve(settings.readSettings, async () => ok('Settings', { data: await readConsoleSettings(context) })),
  serve(ledger.listAccounts, async () => ok('Accounts', { data: await readAccounts(context) })),
  serve(ledger.listEntries, async (call) =>
    ok('Entries', { data: await readAudited(context, call, { list: 'entries', read: readEntries }) }),
  ),
  serve(ledger.listJournals, async (call) =>
    ok('Journals', { data: await readAudited(context, call, { list: 'journals', read: readJournals }) }),
  ),
  serve(ledger.readJournal, async (call) => {
    const { id: journal } = call.params
    const reading = { ...call, query: { journal, cursor: undefined } }
    const read = () => readJournal(context, journal)
    return ok('Journal', { data: await readAudited(context, reading, { list: 'journal', read }) })
  }),
  serve(reversals.dryRunReversal, async ({ params, query }) =>
    ok('Dry run', { data: await dryRunReversal(context, params.id, query.operations_bears ?? false) }),
  ),
  serve(mails.listUndelivered, async (call) =>
    ok('Mails', { data: await readAudited(context, call, { list: 'mails', read: readUndelivered }) }),
  ),
  serve(audit.readAudit, async ({ query }) => ok('Audit log', { data: await readAuditLog(context, query) })),
]

const withdrawalActions = (context: OperatorContext): Served[] => [
  serve(withdrawals.approveWithdrawal, async (call) => {
    const { params, body } = call
    const outcome = await decide(context, actorOf(call), { decision: 'approve', reference: params.id, why: body.why })
    return ok(
      outcome === 'first_of_two'
        ? 'Your approval is recorded. The withdrawal waits for a second operator.'
        : 'The withdrawal was approved.',
    )
  }),
  serve(withdrawals.refuseWithdrawal, async (call) => {
    const { params, body } = call
    await decide(context, actorOf(call), { decision: 'refuse', reference: params.id, why: body.why })
    return ok('The withdrawal was refused, and the member has the amount back.')
  }),
  serve(withdrawals.decideWithdrawals, async (call) => {
    const results = await decideAll(context, actorOf(call), call.body)
    const done = results.filter((result) => result.done).length
    return ok(`${done} of ${results.length} were decided.`, { data: { results } })
  }),
]

const memberActions = (context: OperatorContext): Served[] => [
  serve(members.freezeMember, async (call) => {
    await setFrozen(context, actorOf(call), { member: call.params.id, why: call.body.why, frozen: true })
    return ok('The member is frozen: they can read, and move no money.')
  }),
  serve(members.unfreezeMember, async (call) => {
    await setFrozen(context, actorOf(call), { member: call.params.id, why: call.body.why, frozen: false })
    return ok('The member may move money again.')
  }),
  serve(members.endSessions, async (call) => {
    const ended = await endMemberSessions(context, actorOf(call), { member: call.params.id, why: call.body.why })
    return ok('The account is signed out everywhere.', { data: { ended } })
  }),
  serve(members.resetTwoFactor, async (call) => {
    await resetMemberTwoFactor(context, actorOf(call), { member: call.params.id, ...call.body })
    return ok('Two-factor authentication is off; withdrawals, transfers to others and donations wait for a day.')
  }),
]

const causeActions = (context: OperatorContext): Served[] => [
  serve(causes.createCause, async (call) =>
    ok('The draft is saved.', { data: { id: await createCause(context, actorOf(call), call.body) } }),
  ),
  serve(causes.changeCause, async (call) => {
    const version = await changeCause(context, actorOf(call), { id: call.params.id, ...call.body })
    return ok('The changes are saved.', { data: { version } })
  }),
  serve(causes.postCauseUpdate, async (call) => {
    const id = await postCauseUpdate(context, actorOf(call), { id: call.params.id, ...call.body })
    return ok('The update is published.', { data: { id } })
  }),
  serve(causes.correctCauseUpdate, async (call) => {
    const revision = await correctCauseUpdate(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The update is corrected.', { data: { revision } })
  }),
  serve(causes.withdrawCauseUpdate, async (call) => {
    await withdrawCauseUpdate(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The update is withdrawn.')
  }),
  serve(causes.uploadPicture, async (call) =>
    ok('The picture is uploaded.', { data: { picture: await uploadPicture(context, actorOf(call), call.body) } }),
  ),
  serve(causes.proposeCause, async (call) => waits(await proposeCause(context, actorOf(call), call.body))),
]

const caseActions = (context: OperatorContext): Served[] => [
  serve(cases.answerCase, async (call) => {
    await answerCase(context, actorOf(call), { ...call.params, ...call.body })
    return ok(call.body.solved ? 'The answer is sent, and the case is solved.' : 'The answer is sent.')
  }),
  serve(cases.solveCase, async (call) => {
    await solveCase(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The case is solved.')
  }),
  serve(cases.reopenCase, async (call) => {
    await reopenCase(context, actorOf(call), { ...call.params, ...call.body })
    return ok('The case is open again.')
  }),
]

const twoPersonActs = (context: OperatorContext): Served[] => [
  serve(proposals.proposeAdjustment, async (call) => waits(await proposeAdjustment(context, actorOf(call), call.body))),
  serve(proposals.proposeAssignment, async (call) => waits(await proposeAssignment(context, actorOf(call), call.body))),
  serve(proposals.proposeProgramme, async (call) => waits(await proposeProgramme(context, actorOf(call), call.body))),
  serve(proposals.proposeSigner, async (call) => waits(await proposeSigner(context, actorOf(call), call.body))),
  serve(proposals.proposePayment, async (call) => waits(await proposePayment(context, actorOf(call), call.body))),
  serve(proposals.proposePayout, async (call) => waits(await proposePayout(context, actorOf(call), call.body))),
  serve(proposals.proposeLostTail, async (call) => waits(await proposeLostTail(context, actorOf(call), call.body))),
  serve(proposals.proposeRecovery, async (call) => waits(await proposeRecovery(context, actorOf(call), call.body))),
  serve(proposals.proposeSettings, async (call) => waits(await proposeSettings(context, actorOf(call), call.body))),
  serve(proposals.proposeFundingAddress, async (call) =>
    waits(await proposeFundingAddress(context, actorOf(call), call.body)),
  ),
  serve(proposals.proposeReversal, async (call) => waits(await proposeReversal(context, actorOf(call), call.body))),
  serve(proposals.approveProposal, async (call) => {
    const decision = { id: call.params.id, why: call.body.why }
    return ok('Approved and done.', { data: { proposal: await approveProposal(context, actorOf(call), decision) } })
  }),
  serve(proposals.rejectProposal, async (call) => {
    const decision = { id: call.params.id, why: call.body.why }
    return ok('Rejected.', { data: { proposal: await rejectProposal(context, actorOf(call), decision) } })
  }),
]

const waits = <Proposal>(proposal: Proposal) => ok('It waits for another operator.', { data: { proposal } })
