import { useForm } from 'react-hook-form'
import { required } from '../../lib/required.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useRenamePasskeyMutation, type Passkey } from './api.ts'
import { settingsCopy } from './copy.ts'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.passkeys

type RenamePasskeyProps = { passkey: Passkey; onDone: () => void; onCancel: () => void }

export function RenamePasskey({ passkey, onDone, onCancel }: RenamePasskeyProps) {
  const [rename] = useRenamePasskeyMutation()
  const form = useForm({ defaultValues: { name: passkey.name } })
  const title = text.renameTitle(passkey.name)

  const send = async ({ name }: { name: string }) => {
    const { message } = await rename({ id: passkey.id, name: name.trim() }).unwrap()
    toast.success(serverSentence(message, text.wasRenamed))
    onDone()
  }

  return (
    <Step title={title} text={text.renameText}>
      <StepForm form={form} label={title} submitText={text.renameSubmit} send={send} onCancel={onCancel}>
        <TextField
          label={text.name}
          maxLength={60}
          autoComplete="off"
          autoFocus
          required
          error={form.formState.errors.name?.message}
          {...form.register('name', required(text.nameRequired))}
        />
      </StepForm>
    </Step>
  )
}
