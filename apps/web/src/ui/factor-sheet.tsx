import type { SecondFactor } from '@trefoil/contract/shapes'
import { useForm } from 'react-hook-form'
import { useSecondFactor } from '../lib/use-second-factor.ts'
import { ConfirmSheet, type ConfirmSheetProps } from './confirm-sheet.tsx'
import { SecondFactorField } from './second-factor-field.tsx'

type FactorSheetProps = Omit<ConfirmSheetProps, 'busy' | 'onConfirm' | 'children'> & {
  text: { code: string; codeHint: string; codeRequired: string }
  codeAsked: boolean
  /** Without a second factor where none is asked for. Answers what is wrong with it, if that is what is wrong. */
  onConfirm: (code: SecondFactor | undefined) => Promise<string | undefined>
}

/** A question that may need the second factor as well. A wrong one is said at its field, and the question stays. */
export function FactorSheet({ text, codeAsked, onConfirm, ...sheet }: FactorSheetProps) {
  const factor = useSecondFactor(text.codeRequired)
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { code: '' } })
  return (
    <ConfirmSheet
      {...sheet}
      busy={formState.isSubmitting}
      onConfirm={handleSubmit(async ({ code }) => {
        const wrong = await onConfirm(codeAsked ? factor.take(code) : undefined)
        if (wrong !== undefined) setError('code', { message: wrong }, { shouldFocus: true })
      })}
    >
      {codeAsked ? (
        <SecondFactorField
          factor={factor}
          label={text.code}
          description={text.codeHint}
          autoFocus
          required
          error={formState.errors.code?.message}
          {...register('code', factor.rules)}
        />
      ) : null}
    </ConfirmSheet>
  )
}
