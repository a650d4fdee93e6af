import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useProposeFundingAddressMutation } from './api.ts'
import { reservesCopy } from './copy.ts'

const text = reservesCopy
const common = operatorCopy.common

type FundingAddressSheetProps = { known: { address: string; name: string } | undefined; onClose: () => void }

/** The first half of a two-person act. `known`: one to retract; otherwise a new one. */
export function FundingAddressSheet({ known, onClose }: FundingAddressSheetProps) {
  const [propose] = useProposeFundingAddressMutation()
  const [address, setAddress] = useState(known?.address ?? '')
  const [name, setName] = useState(known?.name ?? '')
  const isComplete = address.trim() !== '' && name.trim() !== ''
  return (
    <ActionSheet
      title={known ? text.retractTitle : text.declareTitle}
      note={known ? text.retractNote : text.declareNote}
      facts={
        known
          ? [
              { label: text.name, value: known.name },
              { label: common.address, value: known.address },
            ]
          : []
      }
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={isComplete ? undefined : text.incomplete}
      act={(why) =>
        propose({
          address: address.trim(),
          name: name.trim(),
          change: known ? 'retract' : 'declare',
          why,
        }).unwrap()
      }
      onClose={onClose}
    >
      {known ? null : (
        <>
          <TextField
            label={common.address}
            autoComplete="off"
            required
            maxLength={42}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <TextField
            label={text.name}
            autoComplete="off"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
    </ActionSheet>
  )
}
