import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { required } from '../../lib/required.ts'
import type { SecondFactorInput } from '../../lib/use-second-factor.ts'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { settingsCopy } from './copy.ts'

const text = settingsCopy.twoFactor

type ProofFieldsProps = {
  factor: SecondFactorInput
  codeAsked: boolean
  codeHint?: string
  /** Unless the form begins with other fields. */
  autoFocus?: boolean
}

/** In a form that only the owner may send: the passcode, and the second factor where it is asked for. */
export function ProofFields(props: ProofFieldsProps) {
  const { factor, codeAsked, codeHint = text.codeOrRecoveryHint, autoFocus = false } = props
  const { register, formState } = useFormContext<{ passcode: string; code: string }>()
  const [askedFromStart] = useState(codeAsked)
  return (
    <>
      <PasscodeField
        label={text.passcode}
        autoComplete="current-password"
        autoFocus={autoFocus}
        required
        error={formState.errors.passcode?.message}
        {...register('passcode', required(text.passcodeRequired))}
      />
      {codeAsked ? (
        <SecondFactorField
          factor={factor}
          label={text.code}
          description={codeHint}
          autoFocus={!askedFromStart}
          required
          error={formState.errors.code?.message}
          {...register('code', factor.rules)}
        />
      ) : null}
    </>
  )
}
