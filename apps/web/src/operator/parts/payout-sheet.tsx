import type { proposePayout } from '@trefoil/contract/operator/proposals'
import { useState } from 'react'
import { readAmount } from '../../lib/amounts.ts'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Money } from '../../ui/money.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from './action-sheet.tsx'
import { payoutCopy } from './payout-copy.ts'
import { PayoutEffects } from './payout-effects.tsx'

const text = payoutCopy
const common = operatorCopy.common
const PAUSE_MS = 300
const ADDRESS = /^0x[0-9a-f]{40}$/i

const { useProposePayoutMutation } = injectEndpoints((build) => ({
  proposePayout: build.mutation(change<typeof proposePayout>('POST', '/operator/proposals/payout')),
}))

/** `cause`: null for operations. `balance`: what is not on its way out yet. */
export type Payee = { cause: number | null; name: string; balance: number; held: number; address: string | null }

/** The first half of a two-person act: what a cause or operations holds leaves through the vault. */
export function PayoutSheet({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  const { cause, name, balance, held, address: known } = payee
  const [propose] = useProposePayoutMutation()
  const [typed, setTyped] = useState('')
  const [typedAddress, setTypedAddress] = useState('')
  const amount = readAmount(typed)
  const address = typedAddress.trim()
  const isOperations = cause === null
  const settledAmount = useDebounced(amount, PAUSE_MS)
  const settledAddress = useDebounced(address, PAUSE_MS)
  const missing = isOperations
    ? amount === null || address === ''
      ? text.incompleteAddress
      : undefined
    : amount === null
      ? text.incomplete
      : undefined
  return (
    <ActionSheet
      title={text.title(name)}
      note={text.note}
      facts={[
        { label: text.holds, value: <Money amount={balance} /> },
        ...(held > 0 ? [{ label: text.onTheWay, value: <Money amount={held} /> }] : []),
        ...(isOperations ? [] : [{ label: common.address, value: known ?? text.noAddress }]),
      ]}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={missing}
      act={(why) => propose({ cause, amount: amount ?? 0, ...(isOperations && { address }), why }).unwrap()}
      onClose={onClose}
    >
      <TextField
        label={text.amount}
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
          spellCheck={false}
          required
          maxLength={42}
          value={typedAddress}
          onChange={(event) => setTypedAddress(event.currentTarget.value)}
        />
      ) : null}
      {settledAmount !== null && (!isOperations || ADDRESS.test(settledAddress)) ? (
        <PayoutEffects payout={{ cause, amount: settledAmount, ...(isOperations && { address: settledAddress }) }} />
      ) : null}
    </ActionSheet>
  )
}
