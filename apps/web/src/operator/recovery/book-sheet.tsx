import { useState } from 'react'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { depositsCopy } from '../deposits/copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { BookingEffects } from '../parts/booking-effects.tsx'
import { useProposePaymentMutation, type UnbookedPayment } from './api.ts'
import { recoveryCopy } from './copy.ts'

const text = recoveryCopy
const common = operatorCopy.common
const BEARERS = ['member', 'operations'] as const

/** The first half of a two-person act: whose money it was that left. */
export function BookSheet({ payment, onClose }: { payment: UnbookedPayment; onClose: () => void }) {
  const [propose] = useProposePaymentMutation()
  const [suggested] = payment.suggestions
  const [bearer, setBearer] = useState<(typeof BEARERS)[number]>(suggested ? 'member' : 'operations')
  const [typed, setTyped] = useState(suggested ? String(suggested.id) : '')
  const member = bearer === 'operations' ? null : Number(typed)
  const isChosen = member === null || (Number.isSafeInteger(member) && member > 0)
  const { transaction, ordinal } = payment
  return (
    <ActionSheet
      title={text.bookTitle}
      note={text.bookNote}
      facts={[
        { label: common.amount, value: <Money amount={payment.amount} /> },
        { label: text.from, value: text.sources[payment.from] },
        { label: text.recipient, value: <MiddleTruncated text={payment.recipient} /> },
        { label: common.transaction, value: <MiddleTruncated text={transaction} /> },
      ]}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={isChosen ? undefined : depositsCopy.memberNumberRequired}
      act={(why) => propose({ transaction, ordinal, member, why }).unwrap()}
      onClose={onClose}
    >
      <SelectField
        label={text.bearer}
        value={bearer}
        options={BEARERS.map((value) => ({ value, label: text.bearers[value] }))}
        onChange={(value) => setBearer(BEARERS.find((each) => each === value) ?? 'operations')}
      />
      {bearer === 'member' ? (
        <TextField
          label={depositsCopy.memberNumber}
          inputMode="numeric"
          required
          maxLength={10}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      {isChosen ? <BookingEffects booking={{ transaction, ordinal, member }} /> : null}
    </ActionSheet>
  )
}
