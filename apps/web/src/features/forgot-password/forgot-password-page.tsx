import type { forgotPassword } from '@trefoil/contract/accounts'
import { injectEndpoints } from '../../lib/api.ts'
import { change } from '../../lib/endpoint.ts'
import { AskForMail } from '../../ui/ask-for-mail.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { toast } from '../../ui/toasts.tsx'
import { forgotPasswordCopy } from './copy.ts'
import { serverSentence } from '../../lib/server-words.ts'

const text = forgotPasswordCopy

const { useForgotPasswordMutation } = injectEndpoints((build) => ({
  forgotPassword: build.mutation(change<typeof forgotPassword>('POST', '/users/forgot-password')),
}))

export default function ForgotPasswordPage() {
  const [forgotPassword] = useForgotPasswordMutation()
  return (
    <FormPage>
      <AskForMail
        text={text}
        ask={async (email) => {
          const { message } = await forgotPassword({ email }).unwrap()
          toast.success(serverSentence(message, text.succeeded))
        }}
      />
    </FormPage>
  )
}
