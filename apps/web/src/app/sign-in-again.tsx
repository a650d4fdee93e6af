import type { login } from '@trefoil/contract/accounts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDispatch } from 'react-redux'
import { injectEndpoints } from '../lib/api.ts'
import { call } from '../lib/endpoint.ts'
import { failureText } from '../lib/failure.ts'
import { holdReads } from '../lib/held-reads.ts'
import { required } from '../lib/required.ts'
import { signedIn, type Session } from '../lib/session.ts'
import { tidyCode } from '../lib/tidy-code.ts'
import { operatorCopy } from '../operator/copy.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { DialogSheet } from '../ui/dialog-sheet.tsx'
import { Form, SubmitButton } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasskeySignIn } from '../ui/passkey-sign-in.tsx'
import { PasscodeField } from '../ui/passcode-field.tsx'
import { TextField } from '../ui/text-field.tsx'

const text = operatorCopy.session

const { useSignInAgainMutation } = injectEndpoints((build) => ({
  signInAgain: build.mutation(call<typeof login>('POST', '/users/login')),
}))

/** Over a screen whose session has ended. What was typed there is for its owner: another account loads the page anew. */
export function SignInAgain({ owner }: { owner: string }) {
  const [signIn] = useSignInAgainMutation()
  const dispatch = useDispatch()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { identifier: '', password: '', code: '' } })
  const { errors, isSubmitting } = formState
  useEffect(holdReads, [])

  const resume = (session: Session) => {
    dispatch(signedIn(session))
    if (session.user.email !== owner) window.location.reload()
  }

  const submit = handleSubmit(async ({ identifier, password, code }) => {
    setFailure(undefined)
    try {
      const { token, user } = await signIn({
        identifier: identifier.trim(),
        password,
        code: tidyCode(code),
      }).unwrap()
      resume({ token, user })
    } catch (problem) {
      setFailure(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  })

  return (
    <DialogSheet title={text.againTitle} onClose={() => {}} locked>
      <p>{text.againText}</p>
      <Form label={text.againTitle} busy={isSubmitting} onSubmit={submit}>
        <TextField
          label={text.identifier}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
          error={errors.identifier?.message}
          {...register('identifier', required(text.identifierRequired))}
        />
        <PasscodeField
          label={text.passcode}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password', required(text.passcodeRequired))}
        />
        <CodeField
          label={operatorCopy.stepUp.code}
          description={operatorCopy.stepUp.codeHint}
          required
          error={errors.code?.message}
          {...register('code', required(operatorCopy.stepUp.codeRequired))}
        />
        {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
        <SubmitButton busy={isSubmitting} fullWidth>
          {text.submit}
        </SubmitButton>
        <PasskeySignIn onSignedIn={resume} />
        <ButtonLink variant="subtle" href="/signin" fullWidth>
          {text.elsewhere}
        </ButtonLink>
      </Form>
    </DialogSheet>
  )
}
