import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { DocumentText } from '../parts/document-text.tsx'
import { useApproveProposalMutation, useRejectProposalMutation } from '../proposals/api.ts'
import { documentsCopy as text } from './copy.ts'
import type { DocumentRow } from './rows.ts'

export type Asked = { verdict: 'approve' | 'reject'; row: DocumentRow }

/** The second person sees the whole text, and what it changes. */
export function DecideSheet({ verdict, row, onClose }: Asked & { onClose: () => void }) {
  const [approve] = useApproveProposalMutation()
  const [reject] = useRejectProposalMutation()
  const isApproval = verdict === 'approve'
  return (
    <ActionSheet
      title={isApproval ? text.approveTitle : text.rejectTitle}
      facts={[
        { label: text.document, value: row.name },
        { label: text.by, value: row.proposed_by.name },
        { label: operatorCopy.common.why, value: row.why ?? '' },
      ]}
      confirmLabel={isApproval ? text.approve : text.reject}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => (isApproval ? approve : reject)({ id: row.proposal, why }).unwrap()}
      onClose={onClose}
    >
      <DocumentText proposal={row.proposal} />
    </ActionSheet>
  )
}
