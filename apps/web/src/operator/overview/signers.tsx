import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useProposeSignerMutation, useStopSignerMutation, type Overview } from './api.ts'
import { overviewCopy } from './copy.ts'

const text = overviewCopy

type Signer = Overview['payouts']['signers'][number]

/** One person is enough to stop a signer; two are needed to go on. */
export function Signers({ signers }: { signers: Signer[] | undefined }) {
  const mayAct = useMayAct()
  const [stop] = useStopSignerMutation()
  const [propose] = useProposeSignerMutation()
  const [asked, setAsked] = useState<Signer>()
  const columns: Column<Signer>[] = [
    { heading: text.signer, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'title' },
    { heading: text.nextNonce, cell: ({ next_nonce }) => next_nonce, align: 'end', card: 'labelled' },
    {
      heading: operatorCopy.common.state,
      cell: ({ stopped }) => (
        <StatusDot tone={stopped === null ? 'positive' : 'danger'}>
          {stopped === null ? text.sendsPayouts : `${text.stopped}: ${stopped}`}
        </StatusDot>
      ),
      breaks: 'prose',
      card: 'detail',
    },
  ]
  if (mayAct)
    columns.push({
      heading: operatorCopy.common.actions,
      card: 'actions',
      cell: (signer) => (
        <SmallButton {...(signer.stopped === null && { tone: 'danger' })} onClick={() => setAsked(signer)}>
          {signer.stopped === null ? text.stop : text.resume}
        </SmallButton>
      ),
    })
  return (
    <>
      <DataTable
        caption={text.signers}
        columns={columns}
        rows={signers}
        rowKey={({ address }) => address}
        emptyText={text.noSigners}
        skeletonRows={1}
      />
      {asked ? (
        <ActionSheet
          title={asked.stopped === null ? text.stopTitle : text.resumeTitle}
          note={asked.stopped === null ? text.stopNote : text.resumeNote}
          facts={[{ label: text.signer, value: asked.address }]}
          confirmLabel={asked.stopped === null ? text.stop : text.resume}
          reasonLabel={operatorCopy.act.reason}
          act={(why) =>
            asked.stopped === null
              ? stop({ address: asked.address, why }).unwrap()
              : propose({ address: asked.address, change: 'resume', why }).unwrap()
          }
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}
