import type { login } from '@trefoil/contract/accounts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDispatch, useSelector } from 'react-redux'
import { Link } from 'react-router'
import type { SampleSignIn } from '@trefoil/contract/settings'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText, isTooManyAttempts, isTwoFactorRequired } from '../../lib/failure.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { required } from '../../lib/required.ts'
import { farewellSaid, selectFarewell, signedIn } from '../../lib/session.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { PasskeySignIn } from '../../ui/passkey-sign-in.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import stack from '../../ui/stack.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { signInCopy } from './copy.ts'
import { SampleSignIns } from './sample-sign-ins.tsx'
import styles from './sign-in-page.module.css'

type Fields = { identifier: string; password: string; code: string }
const text = signInCopy.signIn

const { useLoginMutation } = injectEndpoints((build) => ({
  login: build.mutation(change<typeof login>('POST', '/users/login')),
}))

export default function SignInPage() {
  const { title } = useScreen()
  const [login] = useLoginMutation()
  const dispatch = useDispatch()
  const [codeAsked, setCodeAsked] = useState(false)
  const [isLockedOut, setLockedOut] = useState(false)
  const { register, handleSubmit, formState, setFocus, setValue, clearErrors } = useForm<Fields>({
    defaultValues: { identifier: '', password: '', code: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ identifier, password, code }) => {
    const name = nameOf(identifier)
    try {
      const { token, user } = await login({
        identifier: identifier.trim(),
        password,
        ...(codeAsked ? { code: tidyCode(code) } : {}),
      }).unwrap()
      // The guard sees the session and redirects to the dashboard.
      dispatch(signedIn({ token, user, name: await name }))
    } catch (problem) {
      if (isTwoFactorRequired(problem)) {
        setCodeAsked(true)
        return
      }
      setLockedOut(isTooManyAttempts(problem))
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
      if (codeAsked) setFocus('code', { shouldSelect: true })
    }
  })

  const fillIn = (sample: SampleSignIn) => {
    clearErrors()
    setValue('identifier', sample.private_key)
    setValue('password', sample.passcode)
    setValue('code', sample.code ?? '')
    setCodeAsked(sample.code !== null)
    setFocus('password')
  }

  return (
    <div className={stack.page}>
      <ScreenTitle />
      <Farewell />
      <Form label={title} busy={isSubmitting} onSubmit={submit}>
        <TextField
          label={text.identifier}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={errors.identifier?.message}
          {...register('identifier', {
            ...required(text.identifierRequired),
            // Another account may have no second factor.
            onChange: () => setCodeAsked(false),
          })}
        />
        <div className={stack.tight}>
          <PasscodeField
            label={text.passcode}
            autoComplete="current-password"
            required
            error={errors.password?.message}
            {...register('password', required(text.passcodeRequired))}
          />
          <Link to="/forgot-password" className={styles.forgot}>
            {text.forgot}
          </Link>
        </div>
        {codeAsked ? (
          <CodeField
            label={text.code}
            description={canUsePasskeys() ? `${text.codeHint} ${text.passkeyHint}` : text.codeHint}
            autoFocus
            required
            error={errors.code?.message}
            {...register('code', required(text.codeRequired))}
          />
        ) : null}
        <SubmitButton busy={isSubmitting} fullWidth>
          {text.submit}
        </SubmitButton>
      </Form>
      {isLockedOut ? (
        <Notice tone="calm">
          <span>
            {text.lockedOut} <Link to="/signin-link">{text.askForLink}</Link>
          </span>
        </Notice>
      ) : null}
      <PasskeySignIn onSignedIn={(session) => dispatch(signedIn(session))} />
      <FormFooter>
        {text.noAccount} <Link to="/signup">{text.createAccount}</Link>
      </FormFooter>
      <FormFooter>
        <a href="/causes">{text.causes}</a>
        <a href="/trust">{text.trust}</a>
      </FormFooter>
      <SampleSignIns onUse={fillIn} />
    </div>
  )
}

/** Undefined if the code for it does not come: then proofs use what the server says. */
const nameOf = (identifier: string): Promise<string | undefined> =>
  import('../../lib/proofs/name.ts').then(
    (code) => code.nameOf(identifier.trim()),
    () => undefined,
  )

/** Said until one leaves the screen, and not again. */
function Farewell() {
  const dispatch = useDispatch()
  const [farewell] = useState(useSelector(selectFarewell))
  useEffect(() => {
    dispatch(farewellSaid())
  }, [dispatch])
  return farewell === null ? null : <Notice tone="positive">{farewell}</Notice>
}
