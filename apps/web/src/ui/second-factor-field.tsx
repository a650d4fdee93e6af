import { copy } from '../lib/copy.ts'
import { askForPasskey, canUsePasskeys } from '../lib/passkeys.ts'
import { usePasskeyChallengeMutation } from '../lib/passkeys-api.ts'
import { useProfileQuery } from '../lib/profile-api.ts'
import type { SecondFactorInput } from '../lib/use-second-factor.ts'
import { CodeField } from './code-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import stack from './stack.module.css'
import type { TextFieldProps } from './text-field.tsx'

/** A code, or one of the account's passkeys, which submits the form by itself. */
export function SecondFactorField({ factor, ...field }: TextFieldProps & { factor: SecondFactorInput }) {
  const [challenge] = usePasskeyChallengeMutation()
  const profile = useProfileQuery().data?.profile
  const hasPasskey = profile !== undefined && profile.passkeys > 0
  const onlyPasskeys = hasPasskey && !profile.authenticator
  const hint = canUsePasskeys() ? copy.passkey.recoveryHint : copy.passkey.noPasskeysHint
  return (
    <div className={stack.tight}>
      <CodeField {...field} {...(onlyPasskeys && { description: hint })} />
      {hasPasskey && canUsePasskeys() ? (
        <PasskeyButton
          ask={async () => askForPasskey((await challenge().unwrap()).data)}
          onAnswer={(answer, button) => {
            factor.give(answer)
            button.form?.requestSubmit()
          }}
        >
          {copy.passkey.use}
        </PasskeyButton>
      ) : null}
    </div>
  )
}
