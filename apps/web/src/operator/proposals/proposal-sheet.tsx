import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { BookingEffects, type Booking } from '../parts/booking-effects.tsx'
import { DocumentText } from '../parts/document-text.tsx'
import { PayoutEffects, type Payout } from '../parts/payout-effects.tsx'
import { ReversalEffects } from '../parts/reversal-effects.tsx'
import { useApproveProposalMutation, useRejectProposalMutation, type ProposalRow } from './api.ts'

const text = operatorCopy.proposals
const common = operatorCopy.common

type ProposalSheetProps = { verdict: 'approve' | 'reject'; proposal: ProposalRow; onClose: () => void }

/** The second person sees exactly what would happen, as it was sent. */
export function ProposalSheet({ verdict, proposal, onClose }: ProposalSheetProps) {
  const [approve] = useApproveProposalMutation()
  const [reject] = useRejectProposalMutation()
  const isApproval = verdict === 'approve'
  return (
    <ActionSheet
      title={isApproval ? text.approveTitle : text.rejectTitle}
      facts={[
        { label: text.kind, value: text.kinds[proposal.kind] },
        { label: text.summary, value: proposal.summary },
        ...(proposal.member ? [{ label: common.member, value: proposal.member.name }] : []),
        { label: text.proposedBy, value: proposal.proposed_by.name },
        { label: common.why, value: proposal.why },
      ]}
      confirmLabel={isApproval ? text.approve : text.reject}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => (isApproval ? approve : reject)({ id: proposal.id, why }).unwrap()}
      onClose={onClose}
    >
      {isApproval && proposal.kind === 'payment' ? <BookingEffects booking={proposal.details as Booking} /> : null}
      {isApproval && proposal.kind === 'payout' ? <PayoutEffects payout={payoutOf(proposal)} /> : null}
      {proposal.kind === 'document' ? <DocumentText proposal={proposal.id} /> : null}
      {proposal.kind === 'reversal' ? (
        <ReversalEffects
          journal={Number(proposal.details['journal'])}
          operationsBears={proposal.details['operations_bears'] === true}
        />
      ) : null}
      <details>
        <summary>{text.details}</summary>
        <pre className={styles.mono} tabIndex={0}>
          {JSON.stringify(proposal.details, null, 2)}
        </pre>
      </details>
    </ActionSheet>
  )
}

/** The owner of a cause's account has the cause's number, negative. */
function payoutOf({ details }: ProposalRow): Payout {
  const { owner, amount, address } = details as { owner: number; amount: number; address: string }
  return owner < 0 ? { cause: -owner, amount } : { cause: null, amount, address }
}
