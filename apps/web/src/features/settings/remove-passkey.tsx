import { useForm } from 'react-hook-form'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { toast } from '../../ui/toasts.tsx'
import { useRemovePasskeyMutation, type Passkey } from './api.ts'
import { settingsCopy } from './copy.ts'
import { ProofFields } from './proof-fields.tsx'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.passkeys

type RemovePasskeyProps = { passkey: Passkey; onDone: () => void; onCancel: () => void }

export function RemovePasskey({ passkey, onDone, onCancel }: RemovePasskeyProps) {
  const [remove] = useRemovePasskeyMutation()
  const factor = useSecondFactor(settingsCopy.twoFactor.codeRequired)
  const form = useForm({ defaultValues: { passcode: '', code: '' } })
  const title = text.removeTitle(passkey.name)

  const send = async ({ passcode, code }: { passcode: string; code: string }) => {
    const { message } = await remove({ id: passkey.id, password: passcode, code: factor.take(code) }).unwrap()
    toast.success(serverSentence(message, text.wasRemoved))
    onDone()
  }

  return (
    <Step title={title} text={text.removeText}>
      <StepForm form={form} label={title} submitText={text.remove} send={send} onCancel={onCancel}>
        <ProofFields factor={factor} codeAsked autoFocus />
      </StepForm>
    </Step>
  )
}
