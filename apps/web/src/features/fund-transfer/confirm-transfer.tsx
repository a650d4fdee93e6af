import type { SecondFactor } from '@trefoil/contract/shapes'
import { useForm } from 'react-hook-form'
import { remainder } from '../../lib/amounts.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showAmount } from '../../lib/formats.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Money } from '../../ui/money.tsx'
import { RemainingBalance } from '../../ui/remaining-balance.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { transferCopy } from './copy.ts'
import type { Source } from './source-choice.tsx'

const text = transferCopy
const money = dashboardCopy.money

export type AskedTransfer = { recipient: string; amount: number; from: Source }

type ConfirmTransferProps = {
  asked: AskedTransfer
  balance: number | undefined
  codeAsked: boolean
  busy: boolean
  /** Without a second factor where none is asked for. Answers what is wrong with it, if that is what is wrong. */
  onConfirm: (code: SecondFactor | undefined) => Promise<string | undefined>
  onCancel: () => void
}

export function ConfirmTransfer({ asked, balance, codeAsked, busy, onConfirm, onCancel }: ConfirmTransferProps) {
  const factor = useSecondFactor(money.codeRequired)
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { code: '' } })
  const own = asked.from === 'available'
  return (
    <ConfirmSheet
      title={own ? text.confirmOwnTitle : text.confirmTitle}
      confirmLabel={(own ? text.confirmOwn : text.confirm)(showAmount(asked.amount))}
      note={own ? text.ownNote : text.finalNote}
      busy={busy}
      onConfirm={handleSubmit(async ({ code }) => {
        const wrong = await onConfirm(codeAsked ? factor.take(code) : undefined)
        if (wrong !== undefined) setError('code', { message: wrong }, { shouldFocus: true })
      })}
      onCancel={onCancel}
      facts={[
        { label: money.amount, value: <Money amount={asked.amount} /> },
        { label: money.to, value: own ? text.ownImpact : <code>{asked.recipient}</code> },
        { label: money.from, value: own ? text.available : text.impact },
        ...(balance === undefined
          ? []
          : [
              {
                label: money.remainsLabel,
                value: <RemainingBalance amount={remainder({ balance, amount: asked.amount })} />,
              },
            ]),
      ]}
    >
      {codeAsked ? (
        <SecondFactorField
          factor={factor}
          label={money.code}
          description={money.codeHint}
          autoFocus
          required
          error={formState.errors.code?.message}
          {...register('code', factor.rules)}
        />
      ) : null}
    </ConfirmSheet>
  )
}
