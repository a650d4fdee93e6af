import type { passkeySignIn, passkeySignInOptions } from '@trefoil/contract/passkeys'
import { injectEndpoints } from '../lib/api.ts'
import { copy } from '../lib/copy.ts'
import { call } from '../lib/endpoint.ts'
import { askForPasskey, canUsePasskeys } from '../lib/passkeys.ts'
import type { Session } from '../lib/session.ts'
import { PasskeyButton } from './passkey-button.tsx'

const { usePasskeySignInOptionsMutation, usePasskeySignInMutation } = injectEndpoints((build) => ({
  passkeySignInOptions: build.mutation(call<typeof passkeySignInOptions>('POST', '/users/login/passkey/options')),
  passkeySignIn: build.mutation(call<typeof passkeySignIn>('POST', '/users/login/passkey')),
}))

/** Signs in without private key and passcode. Not there where the address cannot have passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const [askOptions] = usePasskeySignInOptionsMutation()
  const [enter] = usePasskeySignInMutation()
  if (!canUsePasskeys()) return null
  return (
    <PasskeyButton
      fullWidth
      ask={async () => askForPasskey((await askOptions().unwrap()).data)}
      onAnswer={async (passkey) => {
        const { token, user } = await enter({ passkey }).unwrap()
        onSignedIn({ token, user })
      }}
    >
      {copy.passkey.signIn}
    </PasskeyButton>
  )
}
