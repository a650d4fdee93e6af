import type { addPasskey, passkeyChallenge, passkeyOptions } from '@trefoil/contract/passkeys'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { PasskeyAssertion } from '@trefoil/contract/shapes'
import { mayHavePasskeys } from '@trefoil/core/identity/passkey'

type Credential = BodyOf<typeof addPasskey>['credential']

/** Browsers give none to IP addresses and insecure pages, and old ones have none. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && mayHavePasskeys(window.location.hostname)

/** The library loads when the first passkey is asked for. */
const browser = () => import('@simplewebauthn/browser')

/** The browser asks for a fingerprint, a face or a PIN. Throws if its owner does not want to. */
export async function askForPasskey(options: ReplyOf<typeof passkeyChallenge>['data']): Promise<PasskeyAssertion> {
  const { startAuthentication } = await browser()
  const { id, response } = await startAuthentication({
    optionsJSON: { ...options, allowCredentials: options.allowCredentials.map(withTransports) },
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
}

export async function createPasskey(options: ReplyOf<typeof passkeyOptions>['data']): Promise<Credential> {
  const { startRegistration } = await browser()
  const { id, response } = await startRegistration({
    optionsJSON: { ...options, excludeCredentials: options.excludeCredentials.map(withTransports) },
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

type Described = ReplyOf<typeof passkeyChallenge>['data']['allowCredentials'][number]

/** The library knows today's transports, the server also those to come. */
const withTransports = ({ transports, ...credential }: Described) => ({
  ...credential,
  transports: transports as AuthenticatorTransport[],
})

/** The browser refused: its owner cancelled, waited too long, or has no passkey here. What the server says is no Error. */
export const isPasskeyDeclined = (problem: unknown): boolean => problem instanceof Error

/** The authenticator holds a passkey of this account already. */
export const isPasskeyThere = (problem: unknown): boolean =>
  problem instanceof Error && problem.name === 'InvalidStateError'
