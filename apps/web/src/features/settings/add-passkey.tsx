import { useForm } from 'react-hook-form'
import { createPasskey, isPasskeyDeclined, isPasskeyThere } from '../../lib/passkeys.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAddPasskeyMutation, usePasskeyOptionsMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { ProofFields } from './proof-fields.tsx'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.passkeys

type Fields = { name: string; passcode: string; code: string }
type AddPasskeyProps = { onDone: (recoveryCodes: string[] | null) => void; onCancel: () => void }

/** Name, passcode and second factor in our form, then the passkey in the browser's own dialogue. */
export function AddPasskey({ onDone, onCancel }: AddPasskeyProps) {
  const [askOptions] = usePasskeyOptionsMutation()
  const [add] = useAddPasskeyMutation()
  const hasSecondFactor = useProfileQuery().data?.profile.two_factor === true
  const factor = useSecondFactor(settingsCopy.twoFactor.codeRequired)
  const form = useForm<Fields>({ defaultValues: { name: '', passcode: '', code: '' } })
  const { errors } = form.formState

  const send = async ({ name, passcode, code }: Fields) => {
    const shown = hasSecondFactor ? { code: factor.take(code) } : {}
    const { data: options } = await askOptions({ password: passcode, ...shown }).unwrap()
    const { data, message } = await add({ name: name.trim(), credential: await createPasskey(options) }).unwrap()
    toast.success(serverSentence(message, text.wasAdded))
    onDone(data.recovery_codes)
  }

  return (
    <Step title={text.addTitle} text={text.addText}>
      <StepForm
        form={form}
        label={text.addTitle}
        submitText={text.addSubmit}
        send={send}
        describe={describe}
        onCancel={onCancel}
      >
        <TextField
          label={text.name}
          placeholder={text.namePlaceholder}
          description={text.nameHint}
          maxLength={60}
          autoComplete="off"
          autoFocus
          required
          error={errors.name?.message}
          {...form.register('name', required(text.nameRequired))}
        />
        <ProofFields factor={factor} codeAsked={hasSecondFactor} />
      </StepForm>
    </Step>
  )
}

function describe(problem: unknown): string {
  if (isPasskeyThere(problem)) return text.there
  return isPasskeyDeclined(problem) ? text.declined : settingsCopy.twoFactor.failed
}
