import { useState } from 'react'
import { readAmount } from '../../lib/amounts.ts'
import { Money } from '../../ui/money.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useProposePayoutMutation, type Reserves } from './api.ts'
import { reservesCopy } from './copy.ts'

const text = reservesCopy
const common = operatorCopy.common

type PayoutSheetProps = { payee: Reserves['payees'][number]; onClose: () => void }

/** The first half of a two-person act: what a cause or operations holds leaves through the vault. */
export function PayoutSheet({ payee, onClose }: PayoutSheetProps) {
  const { cause, name, balance, address: known } = payee
  const [propose] = useProposePayoutMutation()
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState('')
  const amount = readAmount(typed)
  const isOperations = cause === null
  const isComplete = amount !== null && (!isOperations || address.trim() !== '')
  return (
    <ActionSheet
      title={text.payOutTitle(name)}
      note={text.payOutNote}
      facts={[
        { label: text.holds, value: <Money amount={balance} /> },
        ...(isOperations ? [] : [{ label: common.address, value: known ?? text.noAddress }]),
      ]}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={isComplete ? undefined : text.payOutIncomplete}
      act={(why) =>
        propose({ cause, amount: amount ?? 0, ...(isOperations && { address: address.trim() }), why }).unwrap()
      }
      onClose={onClose}
    >
      <TextField
        label={text.amountInDollars}
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isOperations ? (
        <TextField
          label={common.address}
          autoComplete="off"
          required
          maxLength={42}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      ) : null}
    </ActionSheet>
  )
}
