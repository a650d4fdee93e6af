import type { SecondFactor } from '@trefoil/contract/shapes'
import { useForm } from 'react-hook-form'
import { remainder } from '../../lib/amounts.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showAmount } from '../../lib/formats.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Money } from '../../ui/money.tsx'
import { RemainingBalance } from '../../ui/remaining-balance.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { withdrawCopy } from './copy.ts'

const text = withdrawCopy
const money = dashboardCopy.money

export type AskedWithdrawal = { amount: number; address: string }

type ConfirmWithdrawalProps = {
  asked: AskedWithdrawal
  balance: number | undefined
  codeAsked: boolean
  busy: boolean
  /** Without a second factor where none is asked for. Answers what is wrong with it, if that is what is wrong. */
  onConfirm: (code: SecondFactor | undefined) => Promise<string | undefined>
  onCancel: () => void
}

export function ConfirmWithdrawal({ asked, balance, codeAsked, busy, onConfirm, onCancel }: ConfirmWithdrawalProps) {
  const network = usePublicSettingsQuery().data?.network
  const factor = useSecondFactor(money.codeRequired)
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { code: '' } })
  return (
    <ConfirmSheet
      title={text.confirmTitle}
      confirmLabel={text.confirm(showAmount(asked.amount))}
      note={text.note}
      busy={busy}
      onConfirm={handleSubmit(async ({ code }) => {
        const wrong = await onConfirm(codeAsked ? factor.take(code) : undefined)
        if (wrong !== undefined) setError('code', { message: wrong }, { shouldFocus: true })
      })}
      onCancel={onCancel}
      facts={[
        { label: money.amount, value: <Money amount={asked.amount} /> },
        { label: money.to, value: <GroupedAddress address={asked.address} /> },
        ...(network === undefined ? [] : [{ label: text.network, value: network }]),
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
